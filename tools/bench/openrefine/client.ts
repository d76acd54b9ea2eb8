/** OpenRefine by the commands that its own pages send, as far as they are needed here. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Entity {
  readonly id: string;
  readonly name: string;
}

/** What became of a cell: the entity that it was matched with, and those that it may be, best first. */
export interface Judged {
  readonly value: unknown;
  readonly match: Entity | undefined;
  readonly candidates: readonly Entity[];
}

interface Recon {
  readonly m?: Entity;
  readonly c?: readonly Entity[];
}

const ALL_ROWS = JSON.stringify({ facets: [], mode: 'row-based' });
const CSV = { separator: ',', processQuotes: true, headerLines: 1, trimStrings: false, storeBlankRows: true };

export class OpenRefine {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #url: string;

  private constructor(child: ChildProcess, folder: string, url: string) {
    this.#child = child;
    this.#folder = folder;
    this.#url = url;
  }

  /** Starts Debian's `openrefine` on a port of its own, with a folder of its own. */
  static async start(port: number): Promise<OpenRefine> {
    const folder = mkdtempSync(join(tmpdir(), 'openrefine-'));
    const args = ['-p', String(port), '-d', folder, '-m', '1024M', '-x', 'refine.headless=true'];
    const child = spawn('openrefine', args, { stdio: 'ignore', detached: true });
    const refine = new OpenRefine(child, folder, `http://127.0.0.1:${port}/command/core`);
    for (let tries = 0; tries < 120; tries++) {
      if (await refine.#isThere()) return refine;
      await sleep(500);
    }
    refine.stop();
    throw new Error('openrefine does not answer: is the package of that name installed?');
  }

  /** Ends it with the processes that it started. */
  stop(): void {
    if (this.#child.pid !== undefined) process.kill(-this.#child.pid);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Makes a project of a CSV; returns its id. */
  async project(csv: string): Promise<string> {
    const form = new FormData();
    form.set('project-name', 'dirty rows');
    form.set('format', 'text/line-based/*sv');
    form.set('project-file', new Blob([csv], { type: 'text/csv' }), 'rows.csv');
    const query = new URLSearchParams({ options: JSON.stringify(CSV), csrf_token: await this.#token() });
    const answer = await fetch(`${this.#url}/create-project-from-upload?${query}`, { method: 'POST', body: form });
    const id = new URL(answer.url).searchParams.get('project');
    if (id === null) throw new Error(`no project was made: ${answer.status}`);
    return id;
  }

  /** Reconciles a column, and waits until that is done. */
  async reconcile(
    project: string,
    column: string,
    service: { readonly url: string; readonly identifierSpace: string; readonly schemaSpace: string },
    type: Entity,
    details: readonly { readonly column: string; readonly property: string }[],
  ): Promise<void> {
    const { url, identifierSpace, schemaSpace } = service;
    const columnDetails = details.map((each) => ({
      column: each.column,
      propertyName: each.property,
      propertyID: each.property,
    }));
    const config = { mode: 'standard-service', service: url, identifierSpace, schemaSpace, type };
    await this.#command('reconcile', {
      project,
      columnName: column,
      config: JSON.stringify({ ...config, autoMatch: true, columnDetails, limit: 0 }),
      engine: ALL_ROWS,
    });
    await this.#done(project);
  }

  /** Adds columns with values of properties beside a reconciled one, and waits until that is done. */
  async extend(
    project: string,
    column: string,
    service: { readonly url: string; readonly identifierSpace: string; readonly schemaSpace: string },
    properties: readonly Entity[],
  ): Promise<void> {
    await this.#command('extend-data', {
      project,
      baseColumnName: column,
      endpoint: service.url,
      identifierSpace: service.identifierSpace,
      schemaSpace: service.schemaSpace,
      extension: JSON.stringify({ properties }),
      columnInsertIndex: '1',
      engine: ALL_ROWS,
    });
    await this.#done(project);
  }

  /** The cells of all rows by the names of their columns. */
  async rows(project: string): Promise<Readonly<Record<string, Judged>>[]> {
    const models = await this.#get(`get-models?project=${project}`);
    const columns = models.columnModel.columns as readonly { readonly name: string; readonly cellIndex: number }[];
    const { rows, pool } = await this.#get(`get-rows?project=${project}&start=0&limit=100000`);
    const recons: Readonly<Record<string, Recon>> = pool?.recons ?? {};
    return rows.map((row: { cells: ({ v?: unknown; r?: number | string } | null)[] }) =>
      Object.fromEntries(
        columns.map(({ name, cellIndex }) => {
          const cell = row.cells[cellIndex];
          const recon = recons[String(cell?.r)];
          return [name, { value: cell?.v, match: recon?.m, candidates: recon?.c ?? [] }];
        }),
      ),
    );
  }

  async #isThere(): Promise<boolean> {
    return (await fetch(`${this.#url}/get-version`).catch(() => undefined))?.ok ?? false;
  }

  async #token(): Promise<string> {
    return (await this.#get('get-csrf-token')).token;
  }

  // biome-ignore lint/suspicious/noExplicitAny: what OpenRefine answers is read by whoever asked
  async #get(path: string): Promise<any> {
    return (await fetch(`${this.#url}/${path}`)).json();
  }

  async #command(name: string, form: Readonly<Record<string, string>>): Promise<void> {
    const body = new URLSearchParams({ ...form, csrf_token: await this.#token() });
    const answer = await (await fetch(`${this.#url}/${name}`, { method: 'POST', body })).json();
    if (answer.code === 'error') throw new Error(`${name}: ${answer.message}`);
  }

  async #done(project: string): Promise<void> {
    for (;;) {
      const { processes } = await this.#get(`get-processes?project=${project}`);
      if (processes.length === 0) return;
      await sleep(100);
    }
  }
}
