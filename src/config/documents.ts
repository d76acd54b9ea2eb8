/** The configuration as documents: the README's table and a commented `.env`, both made from the variables themselves. */
import { VARIABLE_NAMES, variable } from './variables.ts';

const START = '<!-- configuration:start -->';
const END = '<!-- configuration:end -->';

/** A Markdown table of every variable. */
function configurationTable(): string {
  const rows = VARIABLE_NAMES.map((name) => {
    const { default: fallback, doc, file, secret } = variable(name);
    const extra = [file ? `\`${name}_FILE\` names a file with it.` : '', secret ? 'Never shown.' : ''];
    const shown = fallback === undefined ? 'not set' : `\`${fallback}\``;
    return `| \`${name}\` | ${shown} | ${[doc, ...extra]
      .filter((part) => part !== '')
      .join(' ')
      .replaceAll('|', '\\|')} |`;
  });
  return ['| Variable | Default | What it does |', '|---|---|---|', ...rows].join('\n');
}

/** The text with the table between its markers; throws when the markers are not there, once each and in order. */
export function withConfigurationTable(text: string): string {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start === -1 || end < start || text.lastIndexOf(START) !== start || text.lastIndexOf(END) !== end) {
    throw new Error(`the text must have ${START} and then ${END}, once each`);
  }
  return `${text.slice(0, start + START.length)}\n${configurationTable()}\n${text.slice(end)}`;
}

/** A `.env` in which every variable stands as a comment, with its default or an example. */
export function exampleDotEnv(): string {
  const blocks = VARIABLE_NAMES.map((name) => {
    const { default: fallback, example, doc, file } = variable(name);
    const value = fallback ?? example ?? '';
    const lines = [`# ${doc.replaceAll('`', '')}`];
    if (fallback === undefined) lines.push('# Not set by default.');
    // Single quotes keep what a value has of quotes, spaces and number signs.
    lines.push(`#${name}=${/["#\s]/.test(value) ? `'${value}'` : value}`);
    if (file) lines.push(`#${name}_FILE=/run/secrets/${name.toLowerCase()}`);
    return lines.join('\n');
  });
  const head = [
    '# Configuration of the geo reference service: put this file into the working folder as .env and take away the # of',
    '# the lines that you change. Flags and the environment win over it; GEO_PORT is the same as PORT and wins over it.',
  ];
  return `${head.join('\n')}\n\n${blocks.join('\n\n')}\n`;
}
