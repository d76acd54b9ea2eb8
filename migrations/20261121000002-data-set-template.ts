/**
 * The shape of one data set. The importer clones every table, constraint and index of `geo_template` into a schema of its
 * own for each data set it loads, so a later migration that changes the template takes effect with the next import.
 */
import { Migration } from '@mikro-orm/migrations';

export class DataSetTemplate extends Migration {
  override up(): void {
    this.addSql('CREATE SCHEMA geo_template');
    this.addSql(`
      CREATE TABLE geo_template.regions (
        id            integer PRIMARY KEY CHECK (id > 0),
        name          text NOT NULL,
        translations  text,
        wiki_data_id  text
      )`);
    this.addSql(`
      CREATE TABLE geo_template.subregions (
        id            integer PRIMARY KEY CHECK (id > 0),
        name          text NOT NULL,
        region_id     integer NOT NULL REFERENCES geo_template.regions,
        translations  text,
        wiki_data_id  text
      )`);
    // latitude and longitude stay the exact decimal text of the source, however it writes zero ('0E-8').
    this.addSql(`
      CREATE TABLE geo_template.countries (
        id                 integer PRIMARY KEY CHECK (id > 0),
        name               text NOT NULL,
        iso2               text NOT NULL UNIQUE CHECK (iso2 ~ '^[A-Z]{2}$'),
        iso3               text NOT NULL UNIQUE CHECK (iso3 ~ '^[A-Z]{3}$'),
        numeric_code       text UNIQUE CHECK (numeric_code ~ '^[0-9]{3}$'),
        phonecode          text,
        capital            text,
        currency           text,
        currency_name      text,
        currency_symbol    text,
        tld                text,
        native             text,
        nationality        text,
        population         integer,
        gdp                double precision,
        area_sq_km         double precision,
        postal_code_format text,
        postal_code_regex  text,
        emoji              text,
        emoji_u            text,
        latitude           text,
        longitude          text,
        region             text,
        region_id          integer REFERENCES geo_template.regions,
        subregion          text,
        subregion_id       integer REFERENCES geo_template.subregions,
        timezones          text,
        translations       text,
        wiki_data_id       text,
        dial_code          text CHECK (dial_code ~ '^\\+[1-9][0-9]{0,3}$'),
        area_code          text,
        area_codes         text[] NOT NULL DEFAULT '{}'
      )`);
    this.addSql(`
      CREATE TABLE geo_template.states (
        id            integer PRIMARY KEY CHECK (id > 0),
        name          text NOT NULL,
        country_id    integer NOT NULL REFERENCES geo_template.countries,
        country_code  text NOT NULL,
        iso2          text,
        iso3166_2     text,
        fips_code     text,
        type          text,
        level         integer,
        parent_id     integer REFERENCES geo_template.states,
        native        text,
        latitude      text,
        longitude     text,
        timezone      text,
        population    integer,
        translations  text,
        wiki_data_id  text,
        UNIQUE (country_id, iso2)
      )`);
    this.addSql(`
      CREATE TABLE geo_template.cities (
        id            integer PRIMARY KEY CHECK (id > 0),
        name          text NOT NULL,
        state_id      integer NOT NULL REFERENCES geo_template.states,
        state_code    text,
        country_id    integer NOT NULL REFERENCES geo_template.countries,
        country_code  text NOT NULL,
        type          text,
        level         integer,
        parent_id     integer REFERENCES geo_template.cities,
        native        text,
        latitude      text,
        longitude     text,
        timezone      text,
        population    integer,
        translations  text,
        wiki_data_id  text
      )`);
    for (const sql of [
      'subregions (region_id, id)',
      'countries (name COLLATE "C", id)',
      'countries (region_id)',
      'countries (subregion_id)',
      'countries (currency)',
      'countries (dial_code)',
      'states (country_id, name COLLATE "C", id)',
      'states (name COLLATE "C", id)',
      'states (iso3166_2)',
      'states (parent_id)',
      'cities (state_id, name COLLATE "C", id)',
      'cities (country_id, name COLLATE "C", id)',
      'cities (name COLLATE "C", id)',
      'cities (parent_id)',
    ]) {
      this.addSql(`CREATE INDEX ON geo_template.${sql}`);
    }
  }

  override down(): void {
    this.addSql('DROP SCHEMA geo_template CASCADE');
  }
}
