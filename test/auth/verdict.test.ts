import { GraphQLError } from 'graphql';
import { expect, it } from 'vitest';
import { scopesAskedFor, type Verdict } from '../../src/auth/verdict.ts';

type Looks = (caller: object, info: object, context: object) => unknown;

it.each<[name: string, looks: Looks, verdict: Verdict]>([
  ['the plan', (caller) => 'plan' in caller && Object.hasOwn(caller, 'tier'), 'denied'],
  ['whether the caller has a key', (caller) => 'keyId' in caller, 'depends'],
  ['whether the caller has a key of its own', (caller) => Object.hasOwn(caller, 'keyId'), 'depends'],
  ['all of the caller', (caller) => ({ ...caller }), 'depends'],
  ['the request', (_caller, _info, context) => 'signal' in context, 'depends'],
  ['the names of the field and its type', (_caller, info) => Reflect.get(info, 'fieldName'), 'denied'],
  ['the place', (_caller, info) => Reflect.get(info, 'path'), 'depends'],
  ['whether there is a place', (_caller, info) => 'path' in info, 'depends'],
  ['all of the place', (_caller, info) => ({ ...info }), 'depends'],
])('a scope that looks at %s', (_name, looks, verdict) => {
  const ask = scopesAskedFor('Business');
  const refusing = (_row: unknown, _args: object, context: { readonly caller: object }, info: object) => {
    looks(context.caller, info, context);
    throw new GraphQLError('no');
  };
  expect(ask(refusing, {})).toBe(verdict);
});
