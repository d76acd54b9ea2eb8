/** How indexes are made and read, for whoever stores them: the importer and the watch of the data set. */
import { startIndexBuilder } from './index-builder.ts';
import { openIndex } from './opened-indexes.ts';
import { MOST_BYTES } from './pack-sections.ts';
import { FORMAT_VERSION } from './sections.ts';

/** Indexes of one and a half million cities take 730 bytes for each, those of the real ones 925. */
const LEAST_BYTES_OF_ROW = 600;

export const INDEX_MAKER = {
  format: FORMAT_VERSION,
  mostRows: Math.floor(MOST_BYTES / LEAST_BYTES_OF_ROW),
  start: () => startIndexBuilder(),
};
export const INDEX_READER = { format: FORMAT_VERSION, open: openIndex };
