/** The Region and Subregion types and the query fields that answer them (all Supporter and above). */
import { FEATURES, gate } from '../auth/plans.ts';
import { builder, facts, gated } from './builder.ts';
import { COUNTRIES, guardedList, REGIONS, resolveList, resolveListOf, SUBREGIONS } from './list.ts';
import { RegionRef, SubregionRef } from './refs.ts';
import { REGION } from './region.resource.ts';
import { RESOURCE_INTERFACES, resourceFields } from './resource-fields.ts';
import { selectedColumns } from './selected-columns.ts';
import { SUBREGION } from './subregion.resource.ts';

RegionRef.implement({
  description: 'A top-level geographic region.',
  interfaces: RESOURCE_INTERFACES,
  fields: (t) => ({
    ...resourceFields(t, REGION),
    subregions: t.field({
      type: SUBREGIONS.connection,
      description: 'The subregions of the region.',
      args: SUBREGIONS.args,
      ...guardedList(SUBREGIONS, [], ['id']),
      resolve: ({ id }, args, context, info) =>
        resolveListOf(SUBREGIONS, { property: 'regionId', id }, args, context, info),
    }),
    countries: t.field({
      type: COUNTRIES.connection,
      description: 'The countries of the region.',
      args: COUNTRIES.args,
      ...guardedList(COUNTRIES, [], ['id']),
      resolve: ({ id }, args, context, info) =>
        resolveListOf(COUNTRIES, { property: 'regionId', id }, args, context, info),
    }),
  }),
});

SubregionRef.implement({
  description: 'A part of a region.',
  interfaces: RESOURCE_INTERFACES,
  fields: (t) => ({
    ...resourceFields(t, SUBREGION),
    region: t.field({
      type: RegionRef,
      description: 'The region that the subregion is part of.',
      nullable: true,
      extensions: facts({ columns: ['regionId'] }),
      resolve: ({ regionId }, _args, { loaders }, info) =>
        loaders.rowBy('regions', 'id', regionId, selectedColumns(info, 'Region')),
    }),
    countries: t.field({
      type: COUNTRIES.connection,
      description: 'The countries of the subregion.',
      args: COUNTRIES.args,
      ...guardedList(COUNTRIES, [], ['id']),
      resolve: ({ id }, args, context, info) =>
        resolveListOf(COUNTRIES, { property: 'subregionId', id }, args, context, info),
    }),
  }),
});

const regionsApi = () => [gate('regionsApi')];
const FROM_PLAN = `From the ${FEATURES.regionsApi} plan.`;

builder.queryFields((t) => ({
  region: t.field({
    type: RegionRef,
    description: `A region by id; null when there is none. ${FROM_PLAN}`,
    nullable: true,
    args: { id: t.arg.int({ required: true, description: 'Region id.' }) },
    ...gated(regionsApi),
    resolve: (_root, { id }, { loaders }, info) => loaders.rowBy('regions', 'id', id, selectedColumns(info, 'Region')),
  }),
  regions: t.field({
    type: REGIONS.connection,
    description: `All regions. ${FROM_PLAN}`,
    nullable: true,
    args: REGIONS.args,
    ...guardedList(REGIONS, regionsApi()),
    resolve: (_root, args, context, info) => resolveList(REGIONS, args, context, info),
  }),
  subregion: t.field({
    type: SubregionRef,
    description: `A subregion by id; null when there is none. ${FROM_PLAN}`,
    nullable: true,
    args: { id: t.arg.int({ required: true, description: 'Subregion id.' }) },
    ...gated(regionsApi),
    resolve: (_root, { id }, { loaders }, info) =>
      loaders.rowBy('subregions', 'id', id, selectedColumns(info, 'Subregion')),
  }),
  subregions: t.field({
    type: SUBREGIONS.connection,
    description: `All subregions. ${FROM_PLAN}`,
    nullable: true,
    args: SUBREGIONS.args,
    ...guardedList(SUBREGIONS, regionsApi()),
    resolve: (_root, args, context, info) => resolveList(SUBREGIONS, args, context, info),
  }),
}));
