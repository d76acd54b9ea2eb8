/** Guards, each with what takes it out and the tests that then fail: `npm run mutations`. */

export interface Mutation {
  readonly guard: string;
  /** Below the root. */
  readonly file: string;
  /** Stands in the file once. */
  readonly from: string;
  readonly to: string;
  /** Below `test/`. */
  readonly test: string;
}

export const MUTATIONS: readonly Mutation[] = [
  {
    guard: 'a request has one Host that names a host',
    file: 'src/http/framing.ts',
    from: '  if (hasSeveralHosts(rawHeaders) || !isSaneHost(headers.host, httpVersion)) return false;\n',
    to: '',
    test: 'server/raw-requests.test.ts',
  },
  {
    guard: 'GET and HEAD have no body',
    file: 'src/http/framing.ts',
    from: "return !bodiless || (headers['transfer-encoding'] === undefined",
    to: "return !bodiless || true || (headers['transfer-encoding'] === undefined",
    test: 'server/raw-requests.test.ts',
  },
  {
    guard: 'so much runs at a time',
    file: 'src/http/load/work-gate.ts',
    from: '    if (this.#running >= atOnce || running >= inTime) return false;\n',
    to: '',
    test: 'http/load/work-gate.test.ts',
  },
  {
    guard: 'whoever has the least running comes first',
    file: 'src/http/load/work-gate.ts',
    from: '!(isOfSame || isBefore(share, least)) || ',
    to: '',
    test: 'http/load/work-gate.test.ts',
  },
  {
    guard: 'a queue that never empties is not made longer',
    file: 'src/http/load/work-gate.ts',
    from: ' || this.isInVain(work.owner)) return',
    to: ') return',
    test: 'http/load/work-gate.test.ts',
  },
  {
    guard: 'part of the connections is refused when they come too fast',
    file: 'src/http/load/arrivals.ts',
    from: '    if (this.#owed < 1) return false;\n',
    to: '',
    test: 'http/load/arrivals.test.ts',
  },
  {
    guard: 'who has ended its side and hears nothing is taken for one that has left',
    file: 'src/server.ts',
    from: "    socket.once('end', () => connections.ended(socket));\n",
    to: '',
    test: 'server/connections.test.ts',
  },
  {
    guard: 'who has ended its side has an answer that comes soon',
    file: 'src/server.ts',
    from: '  Object.assign(server, { httpAllowHalfOpen: true });\n',
    to: '',
    test: 'server/connections.test.ts',
  },
  {
    guard: 'who is refused has time to read why',
    file: 'src/http/door.ts',
    from: '    this.#farewells[this.#next]?.close();\n    this.#farewells[this.#next] = handle;\n',
    to: '    handle.close();\n',
    test: 'server/connections.test.ts',
  },
  {
    guard: 'of each network as many connections are taken as of any other',
    file: 'src/http/load/arrivals.ts',
    from: '    this.#owed += part;\n',
    to: '    this.#owed += this.#share;\n',
    test: 'http/load/arrivals.test.ts',
  },
  {
    guard: 'after a pause all connections are taken again',
    file: 'src/http/load/arrivals.ts',
    from: '      this.#recover();\n',
    to: '',
    test: 'http/load/arrivals.test.ts',
  },
  {
    guard: 'large answers leave in turns',
    file: 'src/http/load/turn.ts',
    from: '!this.#hasMore() || !this.#turn.hasTime()) return;',
    to: '!this.#hasMore()) return;',
    test: 'http/load/delivery.test.ts',
  },
  {
    guard: 'only where a request begins is one taken for what came before',
    file: 'src/http/request-reader.ts',
    from: 'this.#text = this.#isBetween && chunk.length',
    to: 'this.#text = chunk.length',
    test: 'server/repeated-requests.test.ts',
  },
  {
    guard: 'what comes behind a request is not taken for the next one before its answer',
    file: 'src/http/request-reader.ts',
    from: ' && this.#bytes === this.#end;',
    to: ';',
    test: 'server/repeated-requests.test.ts',
  },
  {
    guard: 'what comes before an answer waits for it',
    file: 'src/http/request-reader.ts',
    from: '||= this.#isAnswered && ',
    to: '||= ',
    test: 'server/repeated-requests.test.ts',
  },
  {
    guard: 'nothing is remembered of a connection that has closed',
    file: 'src/http/repeated-requests.ts',
    from: ' || outgoing.req.socket.destroyed',
    to: '',
    test: 'server/repeated-requests.test.ts',
  },
  {
    guard: 'slow readers lose their places',
    file: 'src/http/load/delivery.ts',
    from: '(sent / bytesPerSecond) * 1000) outgoing.destroy();',
    to: '(sent / bytesPerSecond) * 1000) continue;',
    test: 'http/load/delivery.test.ts',
  },
  {
    guard: 'one address has its share of the connections',
    file: 'src/http/connections.ts',
    from: 'if (ofAddress >= this.#limits.mostOfAddress && ',
    to: 'if (ofAddress < 0 && ',
    test: 'server/connections.test.ts',
  },
  {
    guard: 'work ends at its deadline',
    file: 'src/http/load/deadline.ts',
    from: "stop(new NotNowError('late'))",
    to: 'undefined',
    test: 'http/load/deadline.test.ts',
  },
  {
    guard: 'lines that cannot be written are dropped',
    file: 'src/log-destination.ts',
    from: 'waitingBytes + rest.length + line.length > MOST_WAITING',
    to: 'waitingBytes < 0',
    test: 'server/log.test.ts',
  },
  {
    guard: 'a closed log leaves its descriptor alone',
    file: 'src/log-destination.ts',
    from: '          isClosed = true;\n          clearTimeout(timer);\n',
    to: '',
    test: 'server/log.test.ts',
  },
  {
    guard: 'fields above the tier are refused',
    file: 'src/auth/tier-guard.ts',
    from: 'if (!tierIncludes(caller.tier, read.tier))',
    to: 'if (false)',
    test: 'auth/tier-guard.test.ts',
  },
  {
    guard: 'whoever guesses keys is held up',
    file: 'src/auth/admission.ts',
    from: 'if (retryAfter === undefined) return UNKNOWN;',
    to: 'return UNKNOWN;',
    test: 'auth/guess-throttle.test.ts',
  },
  {
    guard: 'a key goes on without the database for so long only',
    file: 'src/auth/caller-directory.ts',
    from: 'monotonicNow() - known.checkedAt < graceMs',
    to: 'true',
    test: 'auth/caller-directory.test.ts',
  },
  {
    guard: 'a quota is not exceeded by one',
    file: 'src/auth/quota.ts',
    from: 'used(period) >= (quota[period]',
    to: 'used(period) > (quota[period]',
    test: 'auth/quota.test.ts',
  },
  {
    guard: 'answers are kept by audience',
    file: 'src/rest/look-up.ts',
    from: 'const audience = operationOf(route, options).audience(caller.plan);',
    to: "const audience = 'all';",
    test: 'rest/caching.test.ts',
  },
  {
    guard: 'a statement that nobody waits for is cancelled',
    file: 'src/db/cancel-request.ts',
    from: '      connection.cancel(processID, secretKey);\n',
    to: '',
    test: 'db/cancel.test.ts',
  },
  {
    guard: 'a name that the server has lost costs no answer',
    file: 'src/db/wire/named-statements.ts',
    from: "return isMissing(error) || codeOf(error) === '0A000'",
    to: "return codeOf(error) === '0A000'",
    test: 'db/wire/named-statements.test.ts',
  },
  {
    guard: 'a connection has so many names at most',
    file: 'src/db/wire/named-statements.ts',
    from: '    if (this.#columns.size < MOST) return undefined;\n',
    to: '    if (this.#columns.size < 2 * MOST) return undefined;\n',
    test: 'db/wire/named-statements.test.ts',
  },
  {
    guard: 'a connection outlives who waited for it',
    file: 'src/db/orm.ts',
    from: '      finishConnections(pool);\n',
    to: '',
    test: 'db/unfinished-connections.test.ts',
  },
  {
    guard: 'a replica that fails is left alone',
    file: 'src/db/read.ts',
    from: '    if (isOutOfReach(error)) replica.leave();\n',
    to: '',
    test: 'db/replicas.test.ts',
  },
  {
    guard: 'demo keys are for who came by the link',
    file: 'src/lanes.ts',
    from: '(isVisitor(request, demoKeys()) ? demoKeys() : {})',
    to: '(isVisitor(request, demoKeys()) || true ? demoKeys() : {})',
    test: 'pages/demo-keys.test.ts',
  },
];
