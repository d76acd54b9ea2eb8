/** The ways in which an import can be refused, each saying where the fault is. */

/** Where a fault is and what it is; `row` counts from 1, `column` is named as in the source. */
export interface ImportFault {
  readonly file: string;
  readonly row?: number;
  readonly id?: number;
  readonly column?: string;
  readonly reason: string;
}

/** The source can't be imported as it is. The message is one line: `cities.json row 3 (id 17), latitude: …`. */
export class ImportError extends Error implements ImportFault {
  readonly file: string;
  readonly row?: number;
  readonly id?: number;
  readonly column?: string;
  readonly reason: string;

  constructor(fault: ImportFault) {
    super(oneLine(describe(fault)));
    this.name = 'ImportError';
    this.file = fault.file;
    this.reason = fault.reason;
    if (fault.row !== undefined) this.row = fault.row;
    if (fault.id !== undefined) this.id = fault.id;
    if (fault.column !== undefined) this.column = fault.column;
  }
}

/** Another import holds the claim on the database; nothing was read or changed. */
export class ImportBusyError extends Error {
  constructor(reason: string) {
    super(oneLine(reason));
    this.name = 'ImportBusyError';
  }
}

/** What the system says of a file, without the path, which may be long and is told in words of ours. */
export function systemReason({ message, syscall }: NodeJS.ErrnoException): string {
  const [said] = syscall === undefined ? [message] : message.split(`, ${syscall}`);
  return `can't be read: ${said}`;
}

/** A value that its column can't take; the row checker adds file, row and column. */
export class ValueFault extends Error {}

function describe({ file, row, id, column, reason }: ImportFault): string {
  const place = row === undefined ? file : `${file} row ${row}`;
  const withId = id === undefined ? place : `${place} (id ${id})`;
  return `${column === undefined ? withId : `${withId}, ${column}`}: ${reason}`;
}

/** Source text may sit in a reason: keep terminals and log lines whole. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
