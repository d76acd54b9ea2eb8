/** Takes spans as a collector does (OTLP over HTTP, JSON). */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface CollectedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code?: number };
}

export interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** Attributes of the resources that spans came from. */
  readonly resource: Record<string, unknown>;
  readonly paths: string[];
  readonly headers: IncomingHttpHeaders[];
  /** Everything that was received. */
  text(): string;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes'> & { readonly attributes: readonly Attribute[] })[];
    }[];
  }[];
}

/** A collector on a free port; `statusOf` is asked what to answer each time. */
export async function startCollector(statusOf: () => number = () => 200): Promise<Collector> {
  const received: string[] = [];
  const collector = {
    spans: [] as CollectedSpan[],
    resource: {},
    paths: [] as string[],
    headers: [] as IncomingHttpHeaders[],
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = statusOf();
      if (status === 200) take(Buffer.concat(chunks).toString('utf8'));
      collector.paths.push(request.url ?? '');
      collector.headers.push(request.headers);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
    });
  });

  function take(text: string): void {
    received.push(text);
    const { resourceSpans } = JSON.parse(text) as Export; // What the specification of OTLP says.
    for (const { resource, scopeSpans } of resourceSpans) {
      Object.assign(collector.resource, plain(resource.attributes));
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        collector.spans.push({ ...span, attributes: plain(span.attributes) });
      }
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    ...collector,
    url: `http://127.0.0.1:${port}`,
    text: () => received.join('\n'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function plain(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
