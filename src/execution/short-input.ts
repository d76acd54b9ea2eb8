/** Input as error messages show it: short, so that nothing that a client sent is echoed whole. */
import { type ASTNode, Kind, type NameNode, visit } from 'graphql';

/** Letters of a text that are shown. */
const MOST_LETTERS = 40;
/** Items of a list and keys of a map that are shown. */
const MOST_ITEMS = 10;
const MOST_KEYS = 40;

/** The beginning of a text. */
export function shortText(text: string, most = MOST_LETTERS): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
}

/** A value out of JSON with short texts, keys and lists. */
export function shortValue(value: unknown): unknown {
  if (typeof value === 'string') return shortText(value);
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shortValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).slice(0, MOST_KEYS);
  return Object.fromEntries(entries.map(([key, inner]) => [shortText(key), shortValue(inner)]));
}

/**
 * A document, or a part of one, with short names, texts, numbers and lists; the same one where they are so already.
 * Names that differ stay different, so that it is valid or not as before in most of what validation looks at.
 */
export function shortNode<Node extends ASTNode>(node: Node): Node {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const shortName = (name: NameNode): NameNode | undefined => {
    if (name.value.length <= MOST_LETTERS) return undefined;
    const short = shortText(name.value);
    const value = names.get(name.value) ?? (taken.has(short) ? `${short}${names.size}` : short);
    names.set(name.value, value);
    taken.add(value);
    return { ...name, value };
  };
  const shortLiteral = <Literal extends { readonly value: string }>(literal: Literal): Literal | undefined =>
    literal.value.length <= MOST_LETTERS ? undefined : { ...literal, value: shortText(literal.value) };
  return visit(node, {
    [Kind.NAME]: shortName,
    [Kind.STRING]: shortLiteral,
    [Kind.INT]: shortLiteral,
    [Kind.FLOAT]: shortLiteral,
    [Kind.ENUM]: shortLiteral,
    [Kind.LIST]: {
      enter: (list) =>
        list.values.length <= MOST_ITEMS ? undefined : { ...list, values: list.values.slice(0, MOST_ITEMS) },
    },
  });
}
