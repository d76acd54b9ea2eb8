/** Runs in a worker thread: reads the atlas and draws the maps, so that no request waits for a drawing. */
import { parentPort } from 'node:worker_threads';
import { type Atlas, type AtlasScale, readAtlas } from './atlas.ts';
import { drawCountry } from './country-map.ts';
import type { MapAnswer, MapOrder } from './map-room.ts';
import { drawWorld } from './world-map.ts';

if (parentPort === null) throw new Error('map-worker.ts only runs as a worker thread');
const port = parentPort;
const atlases = new Map<AtlasScale, Atlas>();

port.on('message', ({ id, order }: { readonly id: number; readonly order: MapOrder }) => {
  port.postMessage({ id, ...answer(order) } satisfies MapAnswer);
});

function answer(order: MapOrder): { readonly svg: string } | { readonly fault: string } {
  try {
    return { svg: order.kind === 'world' ? drawWorld(atlasOf('110m'), order) : drawCountry(atlasOf, order) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

function atlasOf(scale: AtlasScale): Atlas {
  const atlas = atlases.get(scale) ?? readAtlas(scale);
  atlases.set(scale, atlas);
  return atlas;
}
