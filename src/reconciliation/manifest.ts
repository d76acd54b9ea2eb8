/** What the service tells of itself to a client of the Reconciliation Service API 0.2. */
import { TYPES } from './entities.ts';

/** `origin` is the service's own, `base` the address that the client was given, with its key where that stands in it. */
export function manifest(origin: string, base: string) {
  const service = (path: string) => ({ service_url: base, service_path: path });
  return {
    versions: ['0.1', '0.2'],
    name: 'Geo reference: cities, states and countries',
    identifierSpace: `${origin}/reconcile/view/`,
    schemaSpace: `${origin}/docs#`,
    documentation: `${origin}/docs`,
    defaultTypes: TYPES,
    view: { url: `${origin}/reconcile/view/{{id}}` },
    preview: { url: `${base}/preview?id={{id}}`, width: 420, height: 160 },
    suggest: {
      entity: service('/suggest/entity'),
      type: service('/suggest/type'),
      property: service('/suggest/property'),
    },
    extend: { propose_properties: service('/extend/propose'), property_settings: [] },
  };
}
