/** How indexes are made and read, for whoever stores them: the importer and the watch of the data set. */
import { startIndexBuilder } from './index-builder.ts';
import { openIndex } from './opened-indexes.ts';
import { FORMAT_VERSION } from './sections.ts';

export const INDEX_MAKER = { format: FORMAT_VERSION, start: () => startIndexBuilder() };
export const INDEX_READER = { format: FORMAT_VERSION, open: openIndex };
