import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, isSpecifiedScalarType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/schema/schema.ts';

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

function parts(): [string, Described][] {
  return Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))
    .flatMap((type): [string, Described][] => {
      const own: [string, Described][] = [[type.name, type]];
      if (isEnumType(type))
        own.push(
          ...type
            .getValues()
            .map((value) => [`${type.name}.${value.name}`, value] as const)
            .map(([path, value]): [string, Described] => [path, value]),
        );
      if (isInputObjectType(type)) {
        for (const field of Object.values(type.getFields())) own.push([`${type.name}.${field.name}`, field]);
      }
      if (isObjectType(type) || isInterfaceType(type)) {
        for (const field of Object.values(type.getFields())) {
          own.push([`${type.name}.${field.name}`, field]);
          for (const arg of field.args) own.push([`${type.name}.${field.name}(${arg.name}:)`, arg]);
        }
      }
      return own;
    });
}

it('describes every type, field, argument and enum value', () => {
  const silent = parts()
    .filter(([, { description }]) => !description || description.length < 5)
    .map(([path]) => path);
  expect(silent).toEqual([]);
});

it('says of every field above Basic which tier it belongs to', () => {
  const unsaid = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ extensions, description }) => {
          const tier = extensions['tier'];
          return typeof tier === 'string' && tier !== 'basic' && !/\((Coordinates|Full) tier\)/.test(description ?? '');
        })
        .map((field) => `${type.name}.${field.name}`),
    );
  expect(unsaid).toEqual([]);
});
