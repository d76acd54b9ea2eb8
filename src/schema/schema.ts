/** The schema: the one place where the parts that make it up are listed. */
import { builder } from './builder.ts';

import './country.ts';
import './state.ts';
import './city.ts';
import './region.ts';
import './currency.ts';
import './dial-code.ts';
import './phone.ts';
import './time-zone.ts';
import './iso-code.ts';
import './search.ts';
import './reconcile.ts';
import './suggest-places.ts';
import './places-near.ts';
import './locate.ts';
import './check-place.ts';
import './address-form.ts';
import './geonames.ts';
import './node.ts';

builder.queryType({ description: 'Geographic reference data. What a plan may ask is said at each field.' });

export const schema = builder.toSchema();
