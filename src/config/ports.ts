/** Ports that are asked for twice: each is another listener's, and none can be had by two. */

const PORT_VARIABLES = ['PORT', 'HEALTH_PORT', 'METRICS_PORT'] as const;

type Ports = Readonly<Record<(typeof PORT_VARIABLES)[number], number | undefined>>;

/** One fault for each port that more than one variable names; 0 is another one each time. */
export function portFaults(ports: Ports): string[] {
  const named = Map.groupBy(
    PORT_VARIABLES.filter((name) => ports[name]),
    (name) => ports[name],
  );
  return [...named].flatMap(([port, [last = '', ...others]]) =>
    others.length === 0 ? [] : [`${[last, ...others].join(' and ')} are the same port, ${port}: give each its own`],
  );
}
