/** A route that takes rows as an operation of the document. */
import { MOST_VALUES } from '../../http/body.ts';
import { ApiError } from '../../http/errors.ts';
import type { BatchRoute } from '../batch.ts';
import { forbidden } from '../../http/refusals.ts';
import { headersOf } from './answer-headers.ts';
import type { JsonSchema } from './json-schema.ts';
import type { RecordedAnswers } from './recorded-answers.ts';

export interface BatchOperationOptions {
  readonly upgradeUrl: string;
  readonly answers: RecordedAnswers;
  /** The name of the component that an answered row is. */
  readonly item: string;
}

export function batchOperationOf(batch: BatchRoute, { upgradeUrl, answers, item }: BatchOperationOptions): JsonSchema {
  const row = { type: 'object', properties: batch.rowProperties };
  const answered = { $ref: `#/components/schemas/${item}` };
  const limit = { type: 'integer', minimum: 0, maximum: 5, default: 5 };
  const error = { $ref: '#/components/schemas/Error' };
  return {
    operationId: batch.operationId,
    summary: batch.summary,
    description: `From the **${batch.gate.plan}** plan (feature \`${batch.gate.feature}\`). ${batch.doc}`,
    tags: [batch.tag],
    'x-plan': batch.gate.plan,
    'x-feature': batch.gate.feature,
    parameters: [
      {
        name: 'limit',
        in: 'query',
        required: false,
        description: 'Alternatives a row, for a body of lines; beside the rows it stands in the body.',
        schema: limit,
      },
      { $ref: '#/components/parameters/RequestId' },
    ],
    requestBody: {
      required: true,
      description: `At most ${batch.mostRows} rows, ${MOST_VALUES} values and ${batch.mostBytes} bytes.`,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { rows: { type: 'array', maxItems: batch.mostRows, items: row }, limit },
            required: ['rows'],
          },
          example: batch.example,
        },
        'application/x-ndjson': { schema: row },
      },
    },
    responses: {
      200: {
        description: 'The rows, in the order in which they were sent.',
        headers: headersOf('personal'),
        content: {
          'application/json': {
            schema: { type: 'array', items: answered },
            example: answers[batch.operationId]?.['full'],
          },
          'application/x-ndjson': { schema: answered },
        },
      },
      400: plain('The body is not what the operation takes.', error, {
        error: 'Invalid request body: rows: must be an array',
      }),
      401: { $ref: '#/components/responses/Unauthorized' },
      403: plain(
        'The plan of the caller is too low.',
        { $ref: '#/components/schemas/PlanError' },
        forbidden(batch.gate.feature, upgradeUrl).body,
      ),
      405: { $ref: '#/components/responses/MethodNotAllowed' },
      413: plain('The body has more bytes than that.', error, new ApiError('tooLarge').body),
      415: plain('The body is of another kind.', error, new ApiError('unsupportedMediaType').body),
      429: { $ref: '#/components/responses/QuotaExceeded' },
      500: { $ref: '#/components/responses/InternalError' },
      503: { $ref: '#/components/responses/Unavailable' },
    },
  };
}

function plain(description: string, schema: JsonSchema, example: unknown): JsonSchema {
  return { description, headers: headersOf('failed'), content: { 'application/json': { schema, example } } };
}
