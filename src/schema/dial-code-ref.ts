/** The reference to the dial code type, so that countries can name it. */
import type { DialCodeRow } from '../db/dial-code.queries.ts';
import { builder } from './builder.ts';

export const DialCodeRef = builder.objectRef<DialCodeRow>('DialCode');
