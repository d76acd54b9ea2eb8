/** `/openapi.json` and `/openapi.yaml`: the document of this installation, made on the first request for it. */
import { pageAnswer } from '../html/page-reply.ts';
import type { Answer } from '../http/answer.ts';
import { yamlOf } from './yaml.ts';

export interface OpenApiFiles {
  json(): Answer;
  yaml(): Answer;
}

/** The files of a document, which is made when the first of them is asked for. */
export function createOpenApiFiles(make: () => unknown): OpenApiFiles {
  const document = once(make);
  return {
    json: once(() => pageAnswer(`${JSON.stringify(document(), null, 2)}\n`)),
    yaml: once(() => pageAnswer(yamlOf(document()))),
  };
}

/** The work's result, made when it is first asked for. */
export function once<T>(work: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: work() };
    return made.value;
  };
}
