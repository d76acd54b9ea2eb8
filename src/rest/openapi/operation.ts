/** One route as an operation of the document. */
import { lowestPlanOf } from '../../auth/plans.ts';
import type { Route } from '../route.ts';
import { parameterNames } from '../router.ts';
import { headersOf } from './answer-headers.ts';
import type { AnswerSchema } from './answer-schema.ts';
import { errorAnswers } from './error-answers.ts';
import { exampleRequest } from './example-request.ts';
import type { JsonSchema } from './json-schema.ts';
import { type RecordedAnswers, recordedTiers } from './recorded-answers.ts';

export interface OperationOptions {
  readonly upgradeUrl: string;
  readonly answers: RecordedAnswers;
}

/** `/v1/countries/:ciso` as `/v1/countries/{ciso}`. */
export function pathTemplate({ path }: Route): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

export function operationOf(route: Route, schema: AnswerSchema, options: OperationOptions): JsonSchema {
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: descriptionOf(route),
    tags: [route.tag],
    'x-plan': route.gate?.plan ?? 'Community',
    ...(route.gate ? { 'x-feature': route.gate.feature } : {}),
    parameters: parametersOf(route),
    responses: {
      200: successOf(route, schema, options.answers),
      ...(route.personal
        ? {}
        : { 304: { description: 'Nothing changed since the entity tag.', headers: headersOf('kept') } }),
      ...errorAnswers(route, options.upgradeUrl),
    },
  };
}

function descriptionOf({ gate, query, maxAge, personal, validUntil, empty }: Route): string {
  const gated = Object.entries(query).flatMap(([name, parameter]) => (parameter.gate ? [`\`${name}\``] : []));
  const lowest = Object.values(query).find((parameter) => parameter.gate)?.gate?.plan;
  const kept = `${maxAge / 3600} hour${maxAge === 3600 ? '' : 's'}`;
  return [
    gate ? `From the **${gate.plan}** plan (feature \`${gate.feature}\`).` : 'On **every plan**.',
    gated.length > 0 && lowest && lowest !== gate?.plan ? `${gated.join(', ')}: from the ${lowest} plan.` : undefined,
    empty === undefined ? undefined : 'An empty list is a 404.',
    personal
      ? 'The number is personal data: the answer is never kept, and the number is neither logged nor stored.'
      : validUntil
        ? `Kept for at most ${kept}, and never past the next change of the clock.`
        : `Kept for ${kept}.`,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

function parametersOf(route: Route): JsonSchema[] {
  const { path, query } = exampleRequest(route);
  const common = { style: 'form', explode: true };
  return [
    ...parameterNames(route).map((name) => ({
      name,
      in: 'path',
      required: true,
      description: route.params[name]?.doc,
      schema: route.params[name]?.schema,
      example: sample(route.params[name]?.schema, path.get(name) ?? ''),
    })),
    ...Object.entries(route.query).map(([name, { doc, schema, required, gate }]) => ({
      name,
      in: 'query',
      required: required ?? false,
      description: doc,
      ...(gate ? { 'x-plan': gate.plan, 'x-feature': gate.feature } : {}),
      ...common,
      schema,
      ...(query.has(name) ? { example: sample(schema, query.get(name) ?? '') } : {}),
    })),
    ...(route.personal ? [] : [{ $ref: '#/components/parameters/IfNoneMatch' }]),
    { $ref: '#/components/parameters/RequestId' },
  ];
}

function sample(schema: JsonSchema | undefined, text: string): string | number {
  return schema?.['type'] === 'integer' || schema?.['type'] === 'number' ? Number(text) : text;
}

function successOf(route: Route, { isList, items }: AnswerSchema, answers: RecordedAnswers): JsonSchema {
  const names = [...items.keys()].flatMap((name) => (route.query['fields'] ? [name, `${name}Fields`] : [name]));
  const refs = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const item = refs.length === 1 ? refs[0] : { anyOf: refs };
  return {
    description: isList ? 'The list.' : 'The record.',
    headers: headersOf(route.personal ? 'personal' : 'kept'),
    content: {
      'application/json': {
        schema: isList ? { type: 'array', items: item } : item,
        examples: examplesOf(route, answers),
      },
    },
  };
}

function examplesOf(route: Route, answers: RecordedAnswers): JsonSchema {
  const tiers = recordedTiers(route);
  return Object.fromEntries(
    tiers.map(({ tier }) => [
      tier,
      {
        summary: tiers.length > 1 ? `${route.example} from the ${lowestPlanOf(tier)} plan` : route.example,
        value: answers[route.operationId]?.[tier],
      },
    ]),
  );
}
