/** The media types of answers, as `Content-Type` says them. */

export const HTML = 'text/html; charset=utf-8';
export const TEXT = 'text/plain; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';
/** A JSON value a line. */
export const NDJSON_TYPE = 'application/x-ndjson; charset=utf-8';
/** JSON as the argument of a function, for scripts that can't read it otherwise. */
export const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
