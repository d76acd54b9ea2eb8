/** What a script may call the function that it has an answer handed to. */

const LONGEST = 100;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
/** ECMAScript's reserved words, those of strict mode and of modules among them: a call of one is no call of a function. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public ' +
    'return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);

/** One identifier, or several joined by dots: `cb`, `jQuery.cb_1`. */
export function isFunctionName(text: string): boolean {
  return text.length <= LONGEST && text.split('.').every((part) => IDENTIFIER.test(part) && !RESERVED.has(part));
}
