/** The manifests without a cluster: what they name is there, and fits the image and the configuration. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { SETTABLE_NAMES } from '../../src/config/variables.ts';
import { readConfig } from '../../src/config.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'deploy', 'kubernetes');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly securityContext: object;
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
}

interface Pod {
  readonly enableServiceLinks?: boolean;
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext: object;
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string; readonly emptyDir?: object; readonly secret?: object }[];
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly selector?: { readonly matchLabels?: object; readonly app?: string };
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: Pod };
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly scaleTargetRef?: object;
    readonly minReplicas?: number;
  };
}

const kustomization: { readonly resources: readonly string[]; readonly images: readonly { readonly name: string }[] } =
  parse(read(FOLDER, 'kustomization.yaml'));
const manifests = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(FOLDER, file)).map((document) => document.toJS() as Manifest),
);
const image = Object.fromEntries(
  [...read(ROOT, 'Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=') as [string, string]),
  ),
);
const settings = kind('ConfigMap').data ?? {};
const pods = manifests.flatMap(({ kind: name, spec }) => (spec?.template ? [[name, spec.template.spec] as const] : []));

function kind(name: string): Manifest {
  const [found, ...more] = manifests.filter((each) => each.kind === name);
  if (!found || more.length > 0) throw new Error(`${name} is not there once`);
  return found;
}

describe('the manifests for Kubernetes', () => {
  it.skipIf(!hasKubectl)('are put together by kustomize (else: no kubectl)', () => {
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', FOLDER], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    const made = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
    expect(made.map((each) => each.kind).sort()).toEqual(manifests.map((each) => each.kind).sort());
    expect(stdout).not.toMatch(/image: geo$/m);
  });

  it('have everything that a gateway needs, and nothing secret', () => {
    expect(manifests.map((each) => each.kind).sort()).toEqual(
      ['ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', 'Job', 'PodDisruptionBudget', 'Service'].sort(),
    );
  });

  it('name the release that they come with, wherever they name one', () => {
    const { version } = JSON.parse(read(ROOT, 'package.json')) as { readonly version: string };
    const named = read(FOLDER, 'kustomization.yaml').match(/(?<=geo:|newTag: )[0-9.]+/g);
    expect(named).toEqual([version, version, version]);
  });

  it.each(pods)('%s: settings are those that the service takes', (name, { containers: [container] }) => {
    const files = container.env.filter((each) => each.name.endsWith('_FILE'));
    for (const each of container.env) expect(SETTABLE_NAMES).toContain(each.name);
    const mount = container.volumeMounts.find((each) => each.name === 'secrets');
    for (const { value } of files) {
      const key = value.slice(`${mount?.mountPath}/`.length);
      expect(value.startsWith(`${mount?.mountPath}/`)).toBe(true);
      // The command that makes the secret has each file.
      expect(read(FOLDER, 'kustomization.yaml')).toContain(`--from-literal=${key}=`);
    }
    if (name === 'Deployment') {
      for (const setting of Object.keys(settings)) expect(SETTABLE_NAMES).toContain(setting);
      const { NODE_ENV: _, ...ownEnv } = image;
      const config = readConfig({ env: { ...ownEnv, ...settings }, folder: '/' });
      const ports = Object.fromEntries((container.ports ?? []).map((port) => [port.name, port.containerPort]));
      expect(ports).toEqual({ http: config.port, health: config.healthPort, metrics: config.metricsPort });
    } else expect(container.args).toEqual(['import', '--default']);
  });

  it.each(pods)(
    '%s: has no rights, writes to the folders of the image only, and sees no variable of a service',
    (_, pod) => {
      const [container] = pod.containers;
      expect(pod).toMatchObject({ enableServiceLinks: false, automountServiceAccountToken: false });
      // The user `node` of the image.
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const writable = container.volumeMounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath);
      expect(writable.sort()).toEqual([image['DATA_DIR'], '/tmp'].sort());
      const volumes = pod.volumes.map(({ name }) => name).sort();
      expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(volumes);
      expect(kustomization.images.map(({ name }) => name)).toContain(container.image);
    },
  );

  it('ask the health listener, and let requests end', () => {
    const pod = kind('Deployment').spec?.template?.spec;
    const container = pod?.containers[0];
    const probes = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe];
    expect(probes.map((probe) => probe?.httpGet)).toEqual([
      { path: '/livez', port: 'health' },
      { path: '/livez', port: 'health' },
      { path: '/readyz', port: 'health' },
    ]);
    const waits = Number(container?.lifecycle?.preStop.exec.command[1]);
    const { shutdownMs } = readConfig({ env: {}, folder: '/' });
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(waits + shutdownMs / 1000 + 5);
  });

  it('leave the control group half as much memory again as the service stays below', () => {
    const limit = kind('Deployment').spec?.template?.spec.containers[0].resources.limits.memory ?? '';
    expect(Number(limit.replace(/Mi$/, ''))).toBeGreaterThanOrEqual(Number(settings['MEMORY_MB']) * 1.5);
  });

  it('belong together', () => {
    const deployment = kind('Deployment');
    const labels = deployment.spec?.template?.metadata.labels;
    expect(deployment.spec?.selector?.matchLabels).toEqual(labels);
    expect(kind('PodDisruptionBudget').spec?.selector?.matchLabels).toEqual(labels);
    expect(kind('Service').spec?.selector).toEqual(labels);
    expect(kind('Job').spec?.template?.metadata.labels).not.toEqual(labels);
    expect(kind('Service').spec?.ports?.[0]?.targetPort).toBe('http');
    const { name } = deployment.metadata;
    expect(kind('HorizontalPodAutoscaler').spec?.scaleTargetRef).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name,
    });
    expect(kind('HorizontalPodAutoscaler').spec?.minReplicas).toBeGreaterThan(1);
  });

  it('are asked for metrics by the name of the port, as the job that alerts go by', () => {
    const [job] = parse(read(ROOT, 'deploy', 'prometheus', 'kubernetes.yaml')).scrape_configs;
    const pod = kind('Deployment').spec?.template;
    const [{ selectors }] = job.kubernetes_sd_configs;
    expect([job.job_name, selectors]).toEqual(['geo', [{ role: 'pod', label: 'app=geo' }]]);
    expect(pod?.metadata.labels).toEqual({ app: 'geo' });
    expect(pod?.spec.containers[0].ports?.map(({ name }) => name)).toContain(job.relabel_configs[0].regex);
  });

  it('are told of where operating is', () => {
    expect(read(ROOT, 'docs', 'operate.md')).toContain('deploy/kubernetes');
    expect(existsSync(join(ROOT, 'deploy', 'kubernetes', 'kustomization.yaml'))).toBe(true);
  });
});
