/** The types of `/v1`, made from its OpenAPI document by `npm run generate`. */

export interface paths {
    "/v1/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All countries
         * @description On **every plan**. `q`, `fields`, `sort`: from the Supporter plan. Kept for 24 hours.
         */
        get: operations["Countries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/countries/{ciso}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One country
         * @description On **every plan**. `fields`: from the Supporter plan. Kept for 24 hours.
         */
        get: operations["CountryDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/countries/{ciso}/states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * States of a country
         * @description On **every plan**. `q`, `fields`, `sort`: from the Supporter plan. An empty list is a 404. Kept for 24 hours.
         */
        get: operations["StatesOfCountry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/countries/{ciso}/states/{state}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One state of a country
         * @description On **every plan**. `fields`: from the Supporter plan. Kept for 24 hours.
         */
        get: operations["StateDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/countries/{ciso}/states/{state}/cities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cities of a state
         * @description On **every plan**. `q`, `fields`, `sort`: from the Supporter plan. An empty list is a 404. Kept for 24 hours.
         */
        get: operations["CitiesOfState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/countries/{ciso}/cities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cities of a country
         * @description From the **Supporter** plan (feature `bulkCities`). An empty list is a 404. Kept for 24 hours.
         */
        get: operations["CitiesOfCountry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All states
         * @description From the **Supporter** plan (feature `bulkStates`). Kept for 24 hours.
         */
        get: operations["States"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/states/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One state by id
         * @description On **every plan**. `fields`: from the Supporter plan. Kept for 24 hours.
         */
        get: operations["StateById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All cities
         * @description From the **Professional** plan (feature `bulkCities`). `q`, `fields`, `sort`: from the Supporter plan. Kept for 24 hours.
         */
        get: operations["Cities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One city by id
         * @description On **every plan**. `fields`: from the Supporter plan. Kept for 24 hours.
         */
        get: operations["CityById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/regions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All regions
         * @description From the **Supporter** plan (feature `regionsApi`). Kept for 24 hours.
         */
        get: operations["Regions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/regions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One region
         * @description From the **Supporter** plan (feature `regionsApi`). Kept for 24 hours.
         */
        get: operations["RegionDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/regions/{id}/subregions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Subregions of a region
         * @description From the **Supporter** plan (feature `regionsApi`). Kept for 24 hours.
         */
        get: operations["SubregionsOfRegion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subregions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One subregion
         * @description From the **Supporter** plan (feature `regionsApi`). Kept for 24 hours.
         */
        get: operations["SubregionDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subregions/{id}/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Countries of a subregion
         * @description From the **Supporter** plan (feature `regionsApi`). Kept for 24 hours.
         */
        get: operations["CountriesOfSubregion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/currency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Currencies and reverse look-up
         * @description From the **Supporter** plan (feature `currencyApi`). Kept for 24 hours.
         */
        get: operations["Currencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/currency/{ciso}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Currency of a country
         * @description From the **Supporter** plan (feature `currencyApi`). Kept for 24 hours.
         */
        get: operations["CountryCurrency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/phone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dial codes and reverse look-up
         * @description From the **Supporter** plan (feature `phoneDialCode`). Kept for 24 hours.
         */
        get: operations["DialCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/phone/parse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Country of a telephone number
         * @description From the **Supporter** plan (feature `phoneDialCode`). The number is personal data: the answer is never kept, and the number is neither logged nor stored.
         */
        get: operations["ParsePhoneNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/phone/{ciso}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dial code of a country
         * @description From the **Supporter** plan (feature `phoneDialCode`). Kept for 24 hours.
         */
        get: operations["CountryDialCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/iso/country": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look a country up by ISO 3166-1 code
         * @description From the **Starter** plan (feature `isoLookup`). Kept for 1 hour.
         */
        get: operations["IsoCountry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/iso/country/convert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Convert a country code between its ISO 3166-1 forms
         * @description From the **Starter** plan (feature `isoLookup`). Kept for 1 hour.
         */
        get: operations["ConvertCountryCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/iso/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look a state up by ISO 3166-2 code
         * @description From the **Starter** plan (feature `isoLookup`). Kept for 1 hour.
         */
        get: operations["IsoState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/timezone/{ciso}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Time zone of a country
         * @description On **every plan**. Kept for at most 24 hours, and never past the next change of the clock.
         */
        get: operations["TimeZoneOfCountry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/timezone/{ciso}/{state}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Time zone of a state
         * @description On **every plan**. Kept for at most 24 hours, and never past the next change of the clock.
         */
        get: operations["TimeZoneOfState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/timezone/{ciso}/{state}/{city_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Time zone of a city
         * @description On **every plan**. Kept for at most 24 hours, and never past the next change of the clock.
         */
        get: operations["TimeZoneOfCity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search/fuzzy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Typo-tolerant search
         * @description From the **Professional** plan (feature `fuzzySearch`). Kept for 1 hour.
         */
        get: operations["FuzzySearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/places/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Places that are meant by what is typed
         * @description On **every plan**. Kept for 1 hour.
         */
        get: operations["SuggestPlaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/places/near": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Places around a point
         * @description From the **Supporter** plan (feature `geoSearch`). Kept for 24 hours.
         */
        get: operations["PlacesNear"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/places/locate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Country, state, city and time zone of a point
         * @description From the **Supporter** plan (feature `geoSearch`). Kept for 24 hours.
         */
        get: operations["LocatePoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether what is said of a place goes together
         * @description From the **Supporter** plan (feature `consistency`). The number is personal data: the answer is never kept, and the number is neither logged nor stored.
         */
        get: operations["CheckPlace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address-form/{ciso}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an address of a country is written
         * @description On **every plan**. Kept for 24 hours.
         */
        get: operations["AddressForm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reconcile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the rows of a table mean
         * @description From the **Professional** plan (feature `reconcile`). Each row is answered with a country, a state and a city, each with a score and a verdict: `exact` (its name or code), `folded` (its name but for case, accents and signs), `alias` (another name), `fuzzy` (nearly a name), `ambiguous` (several places; the likeliest is named), `contradiction` (it lies elsewhere; `contradiction` says where) or `none`. A level that another one, or a point alone, implies has neither score nor verdict. A row that is none has an `error` and fails no other. A batch counts as one request, however many rows it has. Lines (`application/x-ndjson`) are answered as lines, in order, as they are done; `limit` then stands in the query.
         */
        post: operations["ReconcileRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A country. */
        Country: {
            /** @description Country id. */
            id: number;
            /** @description English name. */
            name: string;
            /** @description ISO 3166-1 alpha-2 code. */
            iso2: string;
            /** @description ISO 3166-1 alpha-3 code. */
            iso3: string;
            /** @description Dial code digits as the source writes them. */
            phonecode: string | null;
            /** @description Name of the capital. */
            capital: string | null;
            /** @description ISO 4217 code of the official currency. */
            currency: string | null;
            /** @description Name in the native language. */
            native: string | null;
            /** @description Flag emoji. */
            emoji: string | null;
            /** @description Latitude in degrees, exact decimal text. */
            latitude: string | null;
            /** @description Longitude in degrees, exact decimal text. */
            longitude: string | null;
            /** @description Name of the region. */
            region: string | null;
            /** @description Id of the region. */
            region_id: number | null;
            /** @description Name of the subregion. */
            subregion: string | null;
            /** @description Id of the subregion. */
            subregion_id: number | null;
            /** @description Time zones as JSON text: an array of `{zoneName, gmtOffset, gmtOffsetName, abbreviation, tzName}`. */
            timezones: string | null;
            /** @description ISO 3166-1 numeric code, three digits. From the Supporter plan. */
            numeric_code?: string | null;
            /** @description Name of the currency. From the Supporter plan. */
            currency_name?: string | null;
            /** @description Symbol of the currency. From the Supporter plan. */
            currency_symbol?: string | null;
            /** @description Internet top-level domain. From the Supporter plan. */
            tld?: string | null;
            /** @description Demonym. From the Supporter plan. */
            nationality?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Nominal GDP in USD. From the Supporter plan. */
            gdp?: number | null;
            /** @description Area in square kilometres. From the Supporter plan. */
            area_sq_km?: number | null;
            /** @description Postal code template: `#` stands for a digit, `@` for a letter. From the Supporter plan. */
            postal_code_format?: string | null;
            /** @description Regular expression that a postal code matches. The service never runs it. From the Supporter plan. */
            postal_code_regex?: string | null;
            /** @description Code points of the flag emoji. From the Supporter plan. */
            emojiU?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
        };
        /** @description A country as `fields` left it: the fields asked for, and always `id`. */
        CountryFields: {
            /** @description Country id. */
            id: number;
            /** @description English name. */
            name?: string;
            /** @description ISO 3166-1 alpha-2 code. */
            iso2?: string;
            /** @description ISO 3166-1 alpha-3 code. */
            iso3?: string;
            /** @description Dial code digits as the source writes them. */
            phonecode?: string | null;
            /** @description Name of the capital. */
            capital?: string | null;
            /** @description ISO 4217 code of the official currency. */
            currency?: string | null;
            /** @description Name in the native language. */
            native?: string | null;
            /** @description Flag emoji. */
            emoji?: string | null;
            /** @description Latitude in degrees, exact decimal text. */
            latitude?: string | null;
            /** @description Longitude in degrees, exact decimal text. */
            longitude?: string | null;
            /** @description Name of the region. */
            region?: string | null;
            /** @description Id of the region. */
            region_id?: number | null;
            /** @description Name of the subregion. */
            subregion?: string | null;
            /** @description Id of the subregion. */
            subregion_id?: number | null;
            /** @description Time zones as JSON text: an array of `{zoneName, gmtOffset, gmtOffsetName, abbreviation, tzName}`. */
            timezones?: string | null;
            /** @description ISO 3166-1 numeric code, three digits. From the Supporter plan. */
            numeric_code?: string | null;
            /** @description Name of the currency. From the Supporter plan. */
            currency_name?: string | null;
            /** @description Symbol of the currency. From the Supporter plan. */
            currency_symbol?: string | null;
            /** @description Internet top-level domain. From the Supporter plan. */
            tld?: string | null;
            /** @description Demonym. From the Supporter plan. */
            nationality?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Nominal GDP in USD. From the Supporter plan. */
            gdp?: number | null;
            /** @description Area in square kilometres. From the Supporter plan. */
            area_sq_km?: number | null;
            /** @description Postal code template: `#` stands for a digit, `@` for a letter. From the Supporter plan. */
            postal_code_format?: string | null;
            /** @description Regular expression that a postal code matches. The service never runs it. From the Supporter plan. */
            postal_code_regex?: string | null;
            /** @description Code points of the flag emoji. From the Supporter plan. */
            emojiU?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
        };
        /** @description A state. */
        State: {
            /** @description State id. */
            id: number;
            /** @description English name. */
            name: string;
            /** @description Id of the country. */
            country_id: number;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country_code: string;
            /** @description State code without the country prefix. */
            iso2: string | null;
            /** @description Latitude of the approximate centre in degrees, exact decimal text. */
            latitude: string | null;
            /** @description Longitude of the approximate centre in degrees, exact decimal text. */
            longitude: string | null;
            /** @description IANA time zone. */
            timezone: string | null;
            /** @description FIPS 10-4 code. From the Supporter plan. */
            fips_code?: string | null;
            /** @description Full ISO 3166-2 code: country code, hyphen, subdivision code. From the Supporter plan. */
            iso3166_2?: string | null;
            /** @description Kind of division, for example `province`. From the Supporter plan. */
            type?: string | null;
            /** @description Level of the division. From the Supporter plan. */
            level?: number | null;
            /** @description Id of the state that this one is part of. From the Supporter plan. */
            parent_id?: number | null;
            /** @description Name in the native language. From the Supporter plan. */
            native?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
        };
        /** @description A state as `fields` left it: the fields asked for, and always `id`. */
        StateFields: {
            /** @description State id. */
            id: number;
            /** @description English name. */
            name?: string;
            /** @description Id of the country. */
            country_id?: number;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country_code?: string;
            /** @description State code without the country prefix. */
            iso2?: string | null;
            /** @description Latitude of the approximate centre in degrees, exact decimal text. */
            latitude?: string | null;
            /** @description Longitude of the approximate centre in degrees, exact decimal text. */
            longitude?: string | null;
            /** @description IANA time zone. */
            timezone?: string | null;
            /** @description FIPS 10-4 code. From the Supporter plan. */
            fips_code?: string | null;
            /** @description Full ISO 3166-2 code: country code, hyphen, subdivision code. From the Supporter plan. */
            iso3166_2?: string | null;
            /** @description Kind of division, for example `province`. From the Supporter plan. */
            type?: string | null;
            /** @description Level of the division. From the Supporter plan. */
            level?: number | null;
            /** @description Id of the state that this one is part of. From the Supporter plan. */
            parent_id?: number | null;
            /** @description Name in the native language. From the Supporter plan. */
            native?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
        };
        /** @description A city. */
        City: {
            /** @description City id. */
            id: number;
            /** @description English name. */
            name: string;
            /** @description Id of the state. From the Supporter plan. */
            state_id?: number | null;
            /** @description Code of the state without the country prefix. From the Supporter plan. */
            state_code?: string | null;
            /** @description Id of the country. From the Supporter plan. */
            country_id?: number | null;
            /** @description ISO 3166-1 alpha-2 code of the country. From the Supporter plan. */
            country_code?: string | null;
            /** @description Latitude in degrees, exact decimal text. From the Supporter plan. */
            latitude?: string | null;
            /** @description Longitude in degrees, exact decimal text. From the Supporter plan. */
            longitude?: string | null;
            /** @description IANA time zone. From the Supporter plan. */
            timezone?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Kind of place, for example `adm2`. From the Supporter plan. */
            type?: string | null;
            /** @description Level of the place. From the Supporter plan. */
            level?: number | null;
            /** @description Id of the city that this one is part of. From the Supporter plan. */
            parent_id?: number | null;
            /** @description Name in the native language. From the Supporter plan. */
            native?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
        };
        /** @description A city as `fields` left it: the fields asked for, and always `id`. */
        CityFields: {
            /** @description City id. */
            id: number;
            /** @description English name. */
            name?: string;
            /** @description Id of the state. From the Supporter plan. */
            state_id?: number | null;
            /** @description Code of the state without the country prefix. From the Supporter plan. */
            state_code?: string | null;
            /** @description Id of the country. From the Supporter plan. */
            country_id?: number | null;
            /** @description ISO 3166-1 alpha-2 code of the country. From the Supporter plan. */
            country_code?: string | null;
            /** @description Latitude in degrees, exact decimal text. From the Supporter plan. */
            latitude?: string | null;
            /** @description Longitude in degrees, exact decimal text. From the Supporter plan. */
            longitude?: string | null;
            /** @description IANA time zone. From the Supporter plan. */
            timezone?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Kind of place, for example `adm2`. From the Supporter plan. */
            type?: string | null;
            /** @description Level of the place. From the Supporter plan. */
            level?: number | null;
            /** @description Id of the city that this one is part of. From the Supporter plan. */
            parent_id?: number | null;
            /** @description Name in the native language. From the Supporter plan. */
            native?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
        };
        /** @description A region. */
        Region: {
            /** @description Region id. */
            id: number;
            /** @description English name. */
            name: string;
            /** @description Wikidata item. From the Supporter plan. */
            wikiDataId?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
        };
        /** @description A region as `fields` left it: the fields asked for, and always `id`. */
        RegionFields: {
            /** @description Region id. */
            id: number;
            /** @description English name. */
            name?: string;
            /** @description Wikidata item. From the Supporter plan. */
            wikiDataId?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
        };
        /** @description A subregion. */
        Subregion: {
            /** @description Subregion id. */
            id: number;
            /** @description English name. */
            name: string;
            /** @description Id of the region. */
            region_id: number;
            /** @description Wikidata item. From the Supporter plan. */
            wikiDataId?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
        };
        /** @description A subregion as `fields` left it: the fields asked for, and always `id`. */
        SubregionFields: {
            /** @description Subregion id. */
            id: number;
            /** @description English name. */
            name?: string;
            /** @description Id of the region. */
            region_id?: number;
            /** @description Wikidata item. From the Supporter plan. */
            wikiDataId?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
        };
        /** @description A country and its official currency. */
        CountryCurrency: {
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country: string;
            /** @description A currency. */
            currency: {
                /** @description ISO 4217 code. */
                code: string;
                /** @description Full name. */
                name: string | null;
                /** @description Unicode symbol; where it is null, show the code. */
                symbol: string | null;
            };
        };
        /** @description The dial code of a country. */
        DialCode: {
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country: string;
            /** @description ITU-T E.164 country code with a leading `+`. */
            dial_code: string;
            /** @description Area code of a North American Numbering Plan territory that has exactly one. */
            area_code?: string;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            iso2: string;
            /** @description ISO 3166-1 alpha-3 code of the country. */
            iso3: string;
        };
        /** @description A telephone number and the country that it belongs to. */
        PhoneNumber: {
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country: string;
            /** @description ITU-T E.164 country code with a leading `+`. */
            dial_code: string;
            /** @description Area code of a North American Numbering Plan territory that has exactly one. */
            area_code?: string;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            iso2: string;
            /** @description ISO 3166-1 alpha-3 code of the country. */
            iso3: string;
            /** @description The digits after the dial code. */
            national_number: string;
            /** @description The number as E.164 writes it: `+` and digits. */
            e164: string;
        };
        /** @description The codes of a country. */
        CountryLookup: {
            /** @description Country id. */
            id: number;
            /** @description English name. */
            name: string;
            /** @description ISO 3166-1 alpha-2 code. */
            iso2: string;
            /** @description ISO 3166-1 alpha-3 code. */
            iso3: string;
            /** @description ISO 3166-1 numeric code, three digits. */
            numeric_code: string | null;
        };
        /** @description A country’s code, converted into another form. */
        CountryCodeConversion: {
            /** @description The form that was given: `iso2`, `iso3` or `numeric`. */
            from: string;
            /** @description The form that was asked for. */
            to: string;
            /** @description The code as it was given. */
            input: string;
            /** @description The code. */
            result: string;
        };
        /** @description A state found by its ISO 3166-2 code. */
        StateLookup: {
            /** @description State id. */
            id: number;
            /** @description English name. */
            name: string;
            /** @description State code without the country prefix. */
            iso2: string | null;
            /** @description Full ISO 3166-2 code; null for some older entries. */
            iso3166_2: string | null;
            /** @description Id of the country. */
            country_id: number;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country_code: string;
        };
        /** @description A time zone as it stands in the present year and at this moment. */
        TimeZone: {
            /** @description IANA name. */
            iana: string;
            /** @description Short English name at this moment; for display. */
            abbreviation: string;
            /** @description Offset of standard time in the present year, `±HH:MM`. */
            offset_utc: string;
            /** @description Offset of summer time in the present year, `±HH:MM`; equal to `offset_utc` where there is none. */
            dst_offset_utc: string;
            /** @description Whether the clock is ahead of standard time at this moment. */
            is_dst_now: boolean;
        };
        /** @description A city that matched a search. */
        CityMatch: {
            /** @description City id. */
            id: number;
            /** @description English name. */
            name: string;
            /** @description Id of the state. From the Supporter plan. */
            state_id?: number | null;
            /** @description Code of the state without the country prefix. From the Supporter plan. */
            state_code?: string | null;
            /** @description Id of the country. From the Supporter plan. */
            country_id?: number | null;
            /** @description ISO 3166-1 alpha-2 code of the country. From the Supporter plan. */
            country_code?: string | null;
            /** @description Latitude in degrees, exact decimal text. From the Supporter plan. */
            latitude?: string | null;
            /** @description Longitude in degrees, exact decimal text. From the Supporter plan. */
            longitude?: string | null;
            /** @description IANA time zone. From the Supporter plan. */
            timezone?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Kind of place, for example `adm2`. From the Supporter plan. */
            type?: string | null;
            /** @description Level of the place. From the Supporter plan. */
            level?: number | null;
            /** @description Id of the city that this one is part of. From the Supporter plan. */
            parent_id?: number | null;
            /** @description Name in the native language. From the Supporter plan. */
            native?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
            /** @description Trigram similarity of the better matching name, 0 to 1, rounded to 2 decimals; higher is closer. */
            match_score: number;
            /** @description The native name when it matched better than the English name, else null. */
            matched_alias: string | null;
        };
        /** @description A state that matched a search. */
        StateMatch: {
            /** @description State id. */
            id: number;
            /** @description English name. */
            name: string;
            /** @description Id of the country. */
            country_id: number;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country_code: string;
            /** @description State code without the country prefix. */
            iso2: string | null;
            /** @description Latitude of the approximate centre in degrees, exact decimal text. */
            latitude: string | null;
            /** @description Longitude of the approximate centre in degrees, exact decimal text. */
            longitude: string | null;
            /** @description IANA time zone. */
            timezone: string | null;
            /** @description FIPS 10-4 code. From the Supporter plan. */
            fips_code?: string | null;
            /** @description Full ISO 3166-2 code: country code, hyphen, subdivision code. From the Supporter plan. */
            iso3166_2?: string | null;
            /** @description Kind of division, for example `province`. From the Supporter plan. */
            type?: string | null;
            /** @description Level of the division. From the Supporter plan. */
            level?: number | null;
            /** @description Id of the state that this one is part of. From the Supporter plan. */
            parent_id?: number | null;
            /** @description Name in the native language. From the Supporter plan. */
            native?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
            /** @description Trigram similarity of the better matching name, 0 to 1, rounded to 2 decimals; higher is closer. */
            match_score: number;
            /** @description The native name when it matched better than the English name, else null. */
            matched_alias: string | null;
        };
        /** @description A country that matched a search. */
        CountryMatch: {
            /** @description Country id. */
            id: number;
            /** @description English name. */
            name: string;
            /** @description ISO 3166-1 alpha-2 code. */
            iso2: string;
            /** @description ISO 3166-1 alpha-3 code. */
            iso3: string;
            /** @description Dial code digits as the source writes them. */
            phonecode: string | null;
            /** @description Name of the capital. */
            capital: string | null;
            /** @description ISO 4217 code of the official currency. */
            currency: string | null;
            /** @description Name in the native language. */
            native: string | null;
            /** @description Flag emoji. */
            emoji: string | null;
            /** @description Latitude in degrees, exact decimal text. */
            latitude: string | null;
            /** @description Longitude in degrees, exact decimal text. */
            longitude: string | null;
            /** @description Name of the region. */
            region: string | null;
            /** @description Id of the region. */
            region_id: number | null;
            /** @description Name of the subregion. */
            subregion: string | null;
            /** @description Id of the subregion. */
            subregion_id: number | null;
            /** @description Time zones as JSON text: an array of `{zoneName, gmtOffset, gmtOffsetName, abbreviation, tzName}`. */
            timezones: string | null;
            /** @description ISO 3166-1 numeric code, three digits. From the Supporter plan. */
            numeric_code?: string | null;
            /** @description Name of the currency. From the Supporter plan. */
            currency_name?: string | null;
            /** @description Symbol of the currency. From the Supporter plan. */
            currency_symbol?: string | null;
            /** @description Internet top-level domain. From the Supporter plan. */
            tld?: string | null;
            /** @description Demonym. From the Supporter plan. */
            nationality?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Nominal GDP in USD. From the Supporter plan. */
            gdp?: number | null;
            /** @description Area in square kilometres. From the Supporter plan. */
            area_sq_km?: number | null;
            /** @description Postal code template: `#` stands for a digit, `@` for a letter. From the Supporter plan. */
            postal_code_format?: string | null;
            /** @description Regular expression that a postal code matches. The service never runs it. From the Supporter plan. */
            postal_code_regex?: string | null;
            /** @description Code points of the flag emoji. From the Supporter plan. */
            emojiU?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
            /** @description Trigram similarity of the better matching name, 0 to 1, rounded to 2 decimals; higher is closer. */
            match_score: number;
            /** @description The native name when it matched better than the English name, else null. */
            matched_alias: string | null;
        };
        /** @description A place that may be meant. */
        PlaceSuggestion: {
            /** @description What it is: city, state or country. */
            type: string;
            /** @description Id of the city, state or country. */
            id: number;
            /** @description Name in the language asked for, else in English. */
            name: string;
            /** @description The shortest text that tells it from all others of its type. */
            label: string;
            /** @description Language of `name`, BCP 47. */
            lang: string;
            /** @description ISO 3166-1 alpha-2 code of its country. */
            country_code: string;
            /** @description Code of its state without the country prefix; null where it has none. */
            state_code: string | null;
            /** @description How it matched: exact, prefix, word, fuzzy or code. */
            match: string;
            /** @description The name or code that matched, where it is another than `name`. */
            matched_name: string | null;
            /** @description Higher is better; only to compare places of one answer. Coarse below the Coordinates tier. */
            score: number;
            /** @description Latitude in degrees, exact decimal text (Coordinates tier). */
            latitude?: string | null;
            /** @description Longitude in degrees, exact decimal text (Coordinates tier). */
            longitude?: string | null;
            /** @description Inhabitants; where the data has no number, those that GeoNames has (Coordinates tier). */
            population?: number | null;
            /** @description IANA time zone; null for countries (Coordinates tier). */
            timezone?: string | null;
        };
        /** @description A place with its distance from a point. */
        CityNear: {
            /** @description City id. */
            id: number;
            /** @description English name. */
            name: string;
            /** @description Id of the state. From the Supporter plan. */
            state_id?: number | null;
            /** @description Code of the state without the country prefix. From the Supporter plan. */
            state_code?: string | null;
            /** @description Id of the country. From the Supporter plan. */
            country_id?: number | null;
            /** @description ISO 3166-1 alpha-2 code of the country. From the Supporter plan. */
            country_code?: string | null;
            /** @description Latitude in degrees, exact decimal text. From the Supporter plan. */
            latitude?: string | null;
            /** @description Longitude in degrees, exact decimal text. From the Supporter plan. */
            longitude?: string | null;
            /** @description IANA time zone. From the Supporter plan. */
            timezone?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Kind of place, for example `adm2`. From the Supporter plan. */
            type?: string | null;
            /** @description Level of the place. From the Supporter plan. */
            level?: number | null;
            /** @description Id of the city that this one is part of. From the Supporter plan. */
            parent_id?: number | null;
            /** @description Name in the native language. From the Supporter plan. */
            native?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
            /** @description Great-circle distance in kilometres (haversine), 3 decimals. */
            distance_km: number;
        };
        /** @description A place with its distance from a point. */
        CityNearFields: {
            /** @description City id. */
            id: number;
            /** @description English name. */
            name?: string;
            /** @description Id of the state. From the Supporter plan. */
            state_id?: number | null;
            /** @description Code of the state without the country prefix. From the Supporter plan. */
            state_code?: string | null;
            /** @description Id of the country. From the Supporter plan. */
            country_id?: number | null;
            /** @description ISO 3166-1 alpha-2 code of the country. From the Supporter plan. */
            country_code?: string | null;
            /** @description Latitude in degrees, exact decimal text. From the Supporter plan. */
            latitude?: string | null;
            /** @description Longitude in degrees, exact decimal text. From the Supporter plan. */
            longitude?: string | null;
            /** @description IANA time zone. From the Supporter plan. */
            timezone?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Kind of place, for example `adm2`. From the Supporter plan. */
            type?: string | null;
            /** @description Level of the place. From the Supporter plan. */
            level?: number | null;
            /** @description Id of the city that this one is part of. From the Supporter plan. */
            parent_id?: number | null;
            /** @description Name in the native language. From the Supporter plan. */
            native?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
            /** @description Great-circle distance in kilometres (haversine), 3 decimals. */
            distance_km: number;
        };
        /** @description A place with its distance from a point. */
        StateNear: {
            /** @description State id. */
            id: number;
            /** @description English name. */
            name: string;
            /** @description Id of the country. */
            country_id: number;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country_code: string;
            /** @description State code without the country prefix. */
            iso2: string | null;
            /** @description Latitude of the approximate centre in degrees, exact decimal text. */
            latitude: string | null;
            /** @description Longitude of the approximate centre in degrees, exact decimal text. */
            longitude: string | null;
            /** @description IANA time zone. */
            timezone: string | null;
            /** @description FIPS 10-4 code. From the Supporter plan. */
            fips_code?: string | null;
            /** @description Full ISO 3166-2 code: country code, hyphen, subdivision code. From the Supporter plan. */
            iso3166_2?: string | null;
            /** @description Kind of division, for example `province`. From the Supporter plan. */
            type?: string | null;
            /** @description Level of the division. From the Supporter plan. */
            level?: number | null;
            /** @description Id of the state that this one is part of. From the Supporter plan. */
            parent_id?: number | null;
            /** @description Name in the native language. From the Supporter plan. */
            native?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
            /** @description Great-circle distance in kilometres (haversine), 3 decimals. */
            distance_km: number;
        };
        /** @description A place with its distance from a point. */
        StateNearFields: {
            /** @description State id. */
            id: number;
            /** @description English name. */
            name?: string;
            /** @description Id of the country. */
            country_id?: number;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country_code?: string;
            /** @description State code without the country prefix. */
            iso2?: string | null;
            /** @description Latitude of the approximate centre in degrees, exact decimal text. */
            latitude?: string | null;
            /** @description Longitude of the approximate centre in degrees, exact decimal text. */
            longitude?: string | null;
            /** @description IANA time zone. */
            timezone?: string | null;
            /** @description FIPS 10-4 code. From the Supporter plan. */
            fips_code?: string | null;
            /** @description Full ISO 3166-2 code: country code, hyphen, subdivision code. From the Supporter plan. */
            iso3166_2?: string | null;
            /** @description Kind of division, for example `province`. From the Supporter plan. */
            type?: string | null;
            /** @description Level of the division. From the Supporter plan. */
            level?: number | null;
            /** @description Id of the state that this one is part of. From the Supporter plan. */
            parent_id?: number | null;
            /** @description Name in the native language. From the Supporter plan. */
            native?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
            /** @description Great-circle distance in kilometres (haversine), 3 decimals. */
            distance_km: number;
        };
        /** @description A place with its distance from a point. */
        CountryNear: {
            /** @description Country id. */
            id: number;
            /** @description English name. */
            name: string;
            /** @description ISO 3166-1 alpha-2 code. */
            iso2: string;
            /** @description ISO 3166-1 alpha-3 code. */
            iso3: string;
            /** @description Dial code digits as the source writes them. */
            phonecode: string | null;
            /** @description Name of the capital. */
            capital: string | null;
            /** @description ISO 4217 code of the official currency. */
            currency: string | null;
            /** @description Name in the native language. */
            native: string | null;
            /** @description Flag emoji. */
            emoji: string | null;
            /** @description Latitude in degrees, exact decimal text. */
            latitude: string | null;
            /** @description Longitude in degrees, exact decimal text. */
            longitude: string | null;
            /** @description Name of the region. */
            region: string | null;
            /** @description Id of the region. */
            region_id: number | null;
            /** @description Name of the subregion. */
            subregion: string | null;
            /** @description Id of the subregion. */
            subregion_id: number | null;
            /** @description Time zones as JSON text: an array of `{zoneName, gmtOffset, gmtOffsetName, abbreviation, tzName}`. */
            timezones: string | null;
            /** @description ISO 3166-1 numeric code, three digits. From the Supporter plan. */
            numeric_code?: string | null;
            /** @description Name of the currency. From the Supporter plan. */
            currency_name?: string | null;
            /** @description Symbol of the currency. From the Supporter plan. */
            currency_symbol?: string | null;
            /** @description Internet top-level domain. From the Supporter plan. */
            tld?: string | null;
            /** @description Demonym. From the Supporter plan. */
            nationality?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Nominal GDP in USD. From the Supporter plan. */
            gdp?: number | null;
            /** @description Area in square kilometres. From the Supporter plan. */
            area_sq_km?: number | null;
            /** @description Postal code template: `#` stands for a digit, `@` for a letter. From the Supporter plan. */
            postal_code_format?: string | null;
            /** @description Regular expression that a postal code matches. The service never runs it. From the Supporter plan. */
            postal_code_regex?: string | null;
            /** @description Code points of the flag emoji. From the Supporter plan. */
            emojiU?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
            /** @description Great-circle distance in kilometres (haversine), 3 decimals. */
            distance_km: number;
        };
        /** @description A place with its distance from a point. */
        CountryNearFields: {
            /** @description Country id. */
            id: number;
            /** @description English name. */
            name?: string;
            /** @description ISO 3166-1 alpha-2 code. */
            iso2?: string;
            /** @description ISO 3166-1 alpha-3 code. */
            iso3?: string;
            /** @description Dial code digits as the source writes them. */
            phonecode?: string | null;
            /** @description Name of the capital. */
            capital?: string | null;
            /** @description ISO 4217 code of the official currency. */
            currency?: string | null;
            /** @description Name in the native language. */
            native?: string | null;
            /** @description Flag emoji. */
            emoji?: string | null;
            /** @description Latitude in degrees, exact decimal text. */
            latitude?: string | null;
            /** @description Longitude in degrees, exact decimal text. */
            longitude?: string | null;
            /** @description Name of the region. */
            region?: string | null;
            /** @description Id of the region. */
            region_id?: number | null;
            /** @description Name of the subregion. */
            subregion?: string | null;
            /** @description Id of the subregion. */
            subregion_id?: number | null;
            /** @description Time zones as JSON text: an array of `{zoneName, gmtOffset, gmtOffsetName, abbreviation, tzName}`. */
            timezones?: string | null;
            /** @description ISO 3166-1 numeric code, three digits. From the Supporter plan. */
            numeric_code?: string | null;
            /** @description Name of the currency. From the Supporter plan. */
            currency_name?: string | null;
            /** @description Symbol of the currency. From the Supporter plan. */
            currency_symbol?: string | null;
            /** @description Internet top-level domain. From the Supporter plan. */
            tld?: string | null;
            /** @description Demonym. From the Supporter plan. */
            nationality?: string | null;
            /** @description Inhabitants. From the Supporter plan. */
            population?: number | null;
            /** @description Nominal GDP in USD. From the Supporter plan. */
            gdp?: number | null;
            /** @description Area in square kilometres. From the Supporter plan. */
            area_sq_km?: number | null;
            /** @description Postal code template: `#` stands for a digit, `@` for a letter. From the Supporter plan. */
            postal_code_format?: string | null;
            /** @description Regular expression that a postal code matches. The service never runs it. From the Supporter plan. */
            postal_code_regex?: string | null;
            /** @description Code points of the flag emoji. From the Supporter plan. */
            emojiU?: string | null;
            /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
            translations?: string | null;
            /** @description Wikidata item. From the Professional plan. */
            wikiDataId?: string | null;
            /** @description Great-circle distance in kilometres (haversine), 3 decimals. */
            distance_km: number;
        };
        /** @description What lies at a point. */
        Location: {
            country: {
                /** @description Country id. */
                id: number;
                /** @description English name. */
                name: string;
                /** @description ISO 3166-1 alpha-2 code. */
                iso2: string;
                /** @description ISO 3166-1 alpha-3 code. */
                iso3: string;
                /** @description Dial code digits as the source writes them. */
                phonecode: string | null;
                /** @description Name of the capital. */
                capital: string | null;
                /** @description ISO 4217 code of the official currency. */
                currency: string | null;
                /** @description Name in the native language. */
                native: string | null;
                /** @description Flag emoji. */
                emoji: string | null;
                /** @description Latitude in degrees, exact decimal text. */
                latitude: string | null;
                /** @description Longitude in degrees, exact decimal text. */
                longitude: string | null;
                /** @description Name of the region. */
                region: string | null;
                /** @description Id of the region. */
                region_id: number | null;
                /** @description Name of the subregion. */
                subregion: string | null;
                /** @description Id of the subregion. */
                subregion_id: number | null;
                /** @description Time zones as JSON text: an array of `{zoneName, gmtOffset, gmtOffsetName, abbreviation, tzName}`. */
                timezones: string | null;
                /** @description ISO 3166-1 numeric code, three digits. From the Supporter plan. */
                numeric_code?: string | null;
                /** @description Name of the currency. From the Supporter plan. */
                currency_name?: string | null;
                /** @description Symbol of the currency. From the Supporter plan. */
                currency_symbol?: string | null;
                /** @description Internet top-level domain. From the Supporter plan. */
                tld?: string | null;
                /** @description Demonym. From the Supporter plan. */
                nationality?: string | null;
                /** @description Inhabitants. From the Supporter plan. */
                population?: number | null;
                /** @description Nominal GDP in USD. From the Supporter plan. */
                gdp?: number | null;
                /** @description Area in square kilometres. From the Supporter plan. */
                area_sq_km?: number | null;
                /** @description Postal code template: `#` stands for a digit, `@` for a letter. From the Supporter plan. */
                postal_code_format?: string | null;
                /** @description Regular expression that a postal code matches. The service never runs it. From the Supporter plan. */
                postal_code_regex?: string | null;
                /** @description Code points of the flag emoji. From the Supporter plan. */
                emojiU?: string | null;
                /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
                translations?: string | null;
                /** @description Wikidata item. From the Professional plan. */
                wikiDataId?: string | null;
            } | null;
            state: {
                /** @description State id. */
                id: number;
                /** @description English name. */
                name: string;
                /** @description Id of the country. */
                country_id: number;
                /** @description ISO 3166-1 alpha-2 code of the country. */
                country_code: string;
                /** @description State code without the country prefix. */
                iso2: string | null;
                /** @description Latitude of the approximate centre in degrees, exact decimal text. */
                latitude: string | null;
                /** @description Longitude of the approximate centre in degrees, exact decimal text. */
                longitude: string | null;
                /** @description IANA time zone. */
                timezone: string | null;
                /** @description FIPS 10-4 code. From the Supporter plan. */
                fips_code?: string | null;
                /** @description Full ISO 3166-2 code: country code, hyphen, subdivision code. From the Supporter plan. */
                iso3166_2?: string | null;
                /** @description Kind of division, for example `province`. From the Supporter plan. */
                type?: string | null;
                /** @description Level of the division. From the Supporter plan. */
                level?: number | null;
                /** @description Id of the state that this one is part of. From the Supporter plan. */
                parent_id?: number | null;
                /** @description Name in the native language. From the Supporter plan. */
                native?: string | null;
                /** @description Inhabitants. From the Supporter plan. */
                population?: number | null;
                /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
                translations?: string | null;
                /** @description Wikidata item. From the Professional plan. */
                wikiDataId?: string | null;
            } | null;
            city: {
                /** @description City id. */
                id: number;
                /** @description English name. */
                name: string;
                /** @description Id of the state. From the Supporter plan. */
                state_id?: number | null;
                /** @description Code of the state without the country prefix. From the Supporter plan. */
                state_code?: string | null;
                /** @description Id of the country. From the Supporter plan. */
                country_id?: number | null;
                /** @description ISO 3166-1 alpha-2 code of the country. From the Supporter plan. */
                country_code?: string | null;
                /** @description Latitude in degrees, exact decimal text. From the Supporter plan. */
                latitude?: string | null;
                /** @description Longitude in degrees, exact decimal text. From the Supporter plan. */
                longitude?: string | null;
                /** @description IANA time zone. From the Supporter plan. */
                timezone?: string | null;
                /** @description Inhabitants. From the Supporter plan. */
                population?: number | null;
                /** @description Kind of place, for example `adm2`. From the Supporter plan. */
                type?: string | null;
                /** @description Level of the place. From the Supporter plan. */
                level?: number | null;
                /** @description Id of the city that this one is part of. From the Supporter plan. */
                parent_id?: number | null;
                /** @description Name in the native language. From the Supporter plan. */
                native?: string | null;
                /** @description Translated names as JSON text: an object keyed by language code. From the Professional plan. */
                translations?: string | null;
                /** @description Wikidata item. From the Professional plan. */
                wikiDataId?: string | null;
            } | null;
            /** @description Great-circle distance to the city in kilometres, 3 decimals. */
            distance_km: number | null;
            /** @description IANA time zone of the point. */
            timezone: string;
            /** @description `boundaries` of time zones on land and near it, or `nautical` zones at sea. */
            timezone_source: string;
            /** @description A place that several states claim. It is told, never decided. */
            disputed: {
                /** @description What is disputed. */
                name: string;
                claimants: {
                    /** @description English name. */
                    name: string;
                    /** @description ISO 3166-1 alpha-2 code; null for those that have none. */
                    code: string | null;
                }[];
            } | null;
        };
        /** @description Whether what is said of one place goes together. */
        PlaceCheck: {
            /** @description True where nothing speaks against it. */
            consistent: boolean;
            findings: {
                /** @description What is wrong. */
                code: string;
                /** @description What does not go together, the doubtful one first. */
                fields: string[];
                /** @description A sentence for people. */
                message: string;
                /** @description What the data has instead, where one thing can be named: the code of the country or state that it lies in, a currency, a time zone, the nearest name. */
                expected?: string;
            }[];
        };
        /** @description How an address of a country is written, and what a form for one asks for. */
        AddressForm: {
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country_code: string;
            /** @description Language of the labels, BCP 47. */
            lang: string;
            /** @description The lines of an address in their order; `{city}` stands for a field, all else for itself. */
            lines: string[];
            /** @description The lines of an address in Latin letters, where they are others; else null. */
            latin_lines: string[] | null;
            fields: {
                /** @description name, organization, address, sublocality, city, state, postcode or sorting_code. */
                name: string;
                /** @description What the country calls it: a state is a `prefecture`, a `province`, an `island` … */
                label_key: string;
                /** @description The same in the form’s language. */
                label: string;
                /** @description Whether an address needs it. */
                required: boolean;
                /** @description Whether it is written in capitals. */
                upper_case: boolean;
            }[];
            /** @description Regular expression for a whole postcode; null for a country without postcodes. */
            postcode_pattern: string | null;
            /** @description Postcodes of the country. */
            postcode_examples: string[];
            /** @description Stands before a postcode on an envelope and is no part of it; null where nothing does. */
            postcode_prefix: string | null;
            /** @description Where the post office looks postcodes up; null where that is not known. */
            postcode_url: string | null;
            /** @description International dial code, for example `+81`; null where there is none. */
            dial_code: string | null;
            states: {
                /** @description State id; null for one that the data does not have. */
                id: number | null;
                /** @description State code without the country prefix; null where there is none. */
                code: string | null;
                /** @description What stands in an address. */
                key: string;
                /** @description Name in the language asked for, else in English. */
                name: string;
                /** @description Name in the country’s own script. */
                local_name: string;
                /** @description Regular expression for what its postcodes begin with; null where nothing is known. */
                postcode_start: string | null;
            }[];
            /** @description Where `/v1` lists the states of the country. */
            states_url: string;
        };
        /** @description What a row means. A level that the row neither names nor implies is null. */
        ReconciledRow: {
            /** @description What a row says of one level, or what the level below, or a point alone, implies: then without score and verdict. */
            country: {
                /** @description Id; null when nothing was found. */
                id: number | null;
                /** @description Name in the row’s language. */
                name: string | null;
                /** @description How sure it is, 0 to 1; null for what is implied. */
                score: number | null;
                /** @description exact (its name or code), folded (its name but for case, accents and signs), alias (another name), fuzzy (nearly a name), ambiguous (several places), contradiction (with another level, or the point) or none; null for what is implied. */
                verdict: string | null;
                /** @description Where the thing is instead, in a sentence. */
                contradiction: string | null;
            } | null;
            /** @description What a row says of one level, or what the level below, or a point alone, implies: then without score and verdict. */
            state: {
                /** @description Id; null when nothing was found. */
                id: number | null;
                /** @description Name in the row’s language. */
                name: string | null;
                /** @description How sure it is, 0 to 1; null for what is implied. */
                score: number | null;
                /** @description exact (its name or code), folded (its name but for case, accents and signs), alias (another name), fuzzy (nearly a name), ambiguous (several places), contradiction (with another level, or the point) or none; null for what is implied. */
                verdict: string | null;
                /** @description Where the thing is instead, in a sentence. */
                contradiction: string | null;
            } | null;
            /** @description What a row says of one level, or what the level below, or a point alone, implies: then without score and verdict. */
            city: {
                /** @description Id; null when nothing was found. */
                id: number | null;
                /** @description Name in the row’s language. */
                name: string | null;
                /** @description How sure it is, 0 to 1; null for what is implied. */
                score: number | null;
                /** @description exact (its name or code), folded (its name but for case, accents and signs), alias (another name), fuzzy (nearly a name), ambiguous (several places), contradiction (with another level, or the point) or none; null for what is implied. */
                verdict: string | null;
                /** @description Where the thing is instead, in a sentence. */
                contradiction: string | null;
            } | null;
            alternatives: {
                /** @description Id of the place. */
                id: number;
                /** @description Name in the row’s language. */
                name: string;
                /** @description The shortest text that tells it from every other place of its type. */
                label: string;
                /** @description ISO 3166-1 alpha-2 code of the country. */
                country_code: string;
                /** @description Code of the state. */
                state_code: string | null;
                /** @description How well it fits, 0 to 1. */
                score: number;
            }[];
            /** @description Why nothing was looked for; other rows go on. */
            error: string | null;
        };
        /** @description Any error. */
        Error: {
            /** @description What is wrong, for people. */
            error: string;
        };
        /** @description The plan of the caller is too low. */
        PlanError: {
            /** @description What is wrong, for people. */
            error: string;
            /**
             * @description What the plan lacks.
             * @enum {string}
             */
            feature: "fuzzySearch" | "isoLookup" | "currencyApi" | "phoneDialCode" | "regionsApi" | "bulkStates" | "bulkCities" | "fieldsFiltering" | "inlineSearch" | "reconcile" | "geoSearch" | "consistency";
            /**
             * Format: uri-reference
             * @description Where to get a higher plan.
             */
            upgradeUrl: string;
        };
        /** @description A quota is used up. Where the address has tried too many keys, there is no plan to name. */
        QuotaError: {
            /** @description What is wrong, for people. */
            error: string;
            /** @description What is allowed in the period. */
            limit: number;
            /**
             * @description The period; days and months are UTC.
             * @enum {string}
             */
            period: "second" | "daily" | "monthly" | "minute";
            /**
             * @description The plan.
             * @enum {string}
             */
            tier?: "community" | "starter" | "legacy" | "supporter" | "professional" | "business";
            /**
             * Format: uri-reference
             * @description Where to get a higher plan.
             */
            upgradeUrl?: string;
        };
    };
    responses: {
        /** @description The key is missing, malformed, unknown, expired or revoked. */
        Unauthorized: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                Link: components["headers"]["Link"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A method other than GET, HEAD and OPTIONS. */
        MethodNotAllowed: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                Link: components["headers"]["Link"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Quota used up; where no quota is set, never. */
        QuotaExceeded: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                Link: components["headers"]["Link"];
                "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["QuotaError"];
            };
        };
        /** @description A fault of the service; its request id helps to find it. */
        InternalError: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                Link: components["headers"]["Link"];
                "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The data is out of reach and the answer was not in the cache. */
        Unavailable: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                Link: components["headers"]["Link"];
                "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
        IfNoneMatch: string;
        /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
        RequestId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Entity tag of exactly these bytes; send it back in `If-None-Match`.
         * @example "4C7Hj1c2bVwYf0n3qkX8m1s9QeA"
         */
        ETag: string;
        /**
         * @description How long the answer may be kept, by the caller alone; `no-store` for errors and personal data.
         * @example private, max-age=86400
         */
        "Cache-Control": string;
        /**
         * @description The request headers that the answer depends on.
         * @example X-SVCAPI-KEY, Accept-Encoding, X-CSCAPI-KEY
         */
        Vary: string;
        /**
         * @description Whether the answer was in the cache of the service.
         * @example MISS
         */
        "X-Cache": "HIT" | "MISS";
        /**
         * @description Where the licence of the data stands (`license`), or what an error means and what to do (`help`).
         * @example <https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"
         */
        Link: string;
        /**
         * @description The caller's plan.
         * @example professional
         */
        "X-SVCAPI-Plan": "community" | "starter" | "legacy" | "supporter" | "professional" | "business";
        /**
         * @description Requests of the key that count for the present UTC day; always 0 for a plan without limits.
         * @example 17
         */
        "X-SVCAPI-Daily-Used": number;
        /**
         * @description Requests that the plan allows in a UTC day, or `unlimited`.
         * @example 100
         */
        "X-SVCAPI-Daily-Limit": string;
        /**
         * @description Requests of the key that count for the present UTC month; always 0 for a plan without limits.
         * @example 230
         */
        "X-SVCAPI-Monthly-Used": number;
        /**
         * @description Requests that the plan allows in a UTC month, or `unlimited`.
         * @example 2000
         */
        "X-SVCAPI-Monthly-Limit": string;
        /**
         * @description What is left of each limit (`r`) and for how many seconds (`t`); only for a plan with limits.
         * @example "daily";r=83;t=38122, "monthly";r=1770;t=902122
         */
        RateLimit: string;
        /**
         * @description The limits (`q`) and their periods in seconds (`w`); only for a plan with limits.
         * @example "daily";q=100;w=86400, "monthly";q=2000;w=2592000
         */
        "RateLimit-Policy": string;
        /**
         * @description The `X-Request-Id` of the request when it sent a sane one, else a new one. Name it when you report a fault.
         * @example 5f0c2b9e-6a43-4f0e-9a55-0c1d2e3f4a5b
         */
        "X-Request-Id": string;
        /**
         * @description Seconds to wait before asking again.
         * @example 1
         */
        "Retry-After": number;
        /**
         * @description The methods that the path has.
         * @example GET, HEAD, OPTIONS
         */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    Countries: {
        parameters: {
            query?: {
                /**
                 * @description A literal, case-insensitive part of the name or native name, 2 to 100 characters (Supporter and above).
                 * @example andorra
                 */
                q?: string;
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, iso2, iso3, phonecode, capital, currency, native, emoji, latitude, longitude, region, region_id, subregion, subregion_id, timezones, numeric_code, currency_name, currency_symbol, tld, nationality, population, gdp, area_sq_km, postal_code_format, postal_code_regex, emojiU, translations, wikiDataId (Supporter and above). */
                fields?: string;
                /** @description Comma-separated sort keys, each `field` or `field:asc|desc`. Sortable: id, name, iso2, iso3, region, population, gdp, area_sq_km, latitude, longitude (Supporter and above). */
                sort?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Country"] | components["schemas"]["CountryFields"])[];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CountryDetails: {
        parameters: {
            query?: {
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, iso2, iso3, phonecode, capital, currency, native, emoji, latitude, longitude, region, region_id, subregion, subregion_id, timezones, numeric_code, currency_name, currency_symbol, tld, nationality, population, gdp, area_sq_km, postal_code_format, postal_code_regex, emojiU, translations, wikiDataId (Supporter and above). */
                fields?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description ISO 3166-1 alpha-2 code, alpha-3 code, or numeric country id; codes in any case.
                 * @example AD
                 */
                ciso: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Country"] | components["schemas"]["CountryFields"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    StatesOfCountry: {
        parameters: {
            query?: {
                /** @description A literal, case-insensitive part of the name or native name, 2 to 100 characters (Supporter and above). */
                q?: string;
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, country_id, country_code, iso2, latitude, longitude, timezone, fips_code, iso3166_2, type, level, parent_id, native, population, translations, wikiDataId (Supporter and above). */
                fields?: string;
                /** @description Comma-separated sort keys, each `field` or `field:asc|desc`. Sortable: id, name, iso2, country_code, population, latitude, longitude (Supporter and above). */
                sort?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description ISO 3166-1 alpha-2 code, alpha-3 code, or numeric country id; codes in any case.
                 * @example AD
                 */
                ciso: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["State"] | components["schemas"]["StateFields"])[];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    StateDetails: {
        parameters: {
            query?: {
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, country_id, country_code, iso2, latitude, longitude, timezone, fips_code, iso3166_2, type, level, parent_id, native, population, translations, wikiDataId (Supporter and above). */
                fields?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description ISO 3166-1 alpha-2 code, alpha-3 code, or numeric country id; codes in any case.
                 * @example AD
                 */
                ciso: string;
                /**
                 * @description State code without the country prefix, in any case.
                 * @example 07
                 */
                state: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["State"] | components["schemas"]["StateFields"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CitiesOfState: {
        parameters: {
            query?: {
                /** @description A literal, case-insensitive part of the name or native name, 2 to 100 characters (Supporter and above). */
                q?: string;
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, state_id, state_code, country_id, country_code, latitude, longitude, timezone, population, type, level, parent_id, native, translations, wikiDataId (Supporter and above). */
                fields?: string;
                /** @description Comma-separated sort keys, each `field` or `field:asc|desc`. Sortable: id, name, state_code, country_code, population, latitude, longitude (Supporter and above). */
                sort?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description ISO 3166-1 alpha-2 code, alpha-3 code, or numeric country id; codes in any case.
                 * @example AD
                 */
                ciso: string;
                /**
                 * @description State code without the country prefix, in any case.
                 * @example 07
                 */
                state: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["City"] | components["schemas"]["CityFields"])[];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CitiesOfCountry: {
        parameters: {
            query?: {
                /**
                 * @description A literal, case-insensitive part of the name or native name, 2 to 100 characters (Supporter and above).
                 * @example andorra
                 */
                q?: string;
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, state_id, state_code, country_id, country_code, latitude, longitude, timezone, population, type, level, parent_id, native, translations, wikiDataId (Supporter and above). */
                fields?: string;
                /** @description Comma-separated sort keys, each `field` or `field:asc|desc`. Sortable: id, name, state_code, country_code, population, latitude, longitude (Supporter and above). */
                sort?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description ISO 3166-1 alpha-2 code, alpha-3 code, or numeric country id; codes in any case.
                 * @example AD
                 */
                ciso: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["City"] | components["schemas"]["CityFields"])[];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    States: {
        parameters: {
            query?: {
                /**
                 * @description A literal, case-insensitive part of the name or native name, 2 to 100 characters (Supporter and above).
                 * @example andorra
                 */
                q?: string;
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, country_id, country_code, iso2, latitude, longitude, timezone, fips_code, iso3166_2, type, level, parent_id, native, population, translations, wikiDataId (Supporter and above). */
                fields?: string;
                /** @description Comma-separated sort keys, each `field` or `field:asc|desc`. Sortable: id, name, iso2, country_code, population, latitude, longitude (Supporter and above). */
                sort?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["State"] | components["schemas"]["StateFields"])[];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    StateById: {
        parameters: {
            query?: {
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, country_id, country_code, iso2, latitude, longitude, timezone, fips_code, iso3166_2, type, level, parent_id, native, population, translations, wikiDataId (Supporter and above). */
                fields?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description State id.
                 * @example 488
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["State"] | components["schemas"]["StateFields"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Cities: {
        parameters: {
            query?: {
                /**
                 * @description A literal, case-insensitive part of the name or native name, 2 to 100 characters (Supporter and above).
                 * @example andorra
                 */
                q?: string;
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, state_id, state_code, country_id, country_code, latitude, longitude, timezone, population, type, level, parent_id, native, translations, wikiDataId (Supporter and above). */
                fields?: string;
                /** @description Comma-separated sort keys, each `field` or `field:asc|desc`. Sortable: id, name, state_code, country_code, population, latitude, longitude (Supporter and above). */
                sort?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["City"] | components["schemas"]["CityFields"])[];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CityById: {
        parameters: {
            query?: {
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, state_id, state_code, country_id, country_code, latitude, longitude, timezone, population, type, level, parent_id, native, translations, wikiDataId (Supporter and above). */
                fields?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description City id.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["City"] | components["schemas"]["CityFields"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Regions: {
        parameters: {
            query?: {
                /**
                 * @description A literal, case-insensitive part of the name or native name, 2 to 100 characters (Supporter and above).
                 * @example europe
                 */
                q?: string;
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, wikiDataId, translations (Supporter and above). */
                fields?: string;
                /** @description Comma-separated sort keys, each `field` or `field:asc|desc`. Sortable: id, name (Supporter and above). */
                sort?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Region"] | components["schemas"]["RegionFields"])[];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    RegionDetails: {
        parameters: {
            query?: {
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, wikiDataId, translations (Supporter and above). */
                fields?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Region id.
                 * @example 4
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Region"] | components["schemas"]["RegionFields"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    SubregionsOfRegion: {
        parameters: {
            query?: {
                /**
                 * @description A literal, case-insensitive part of the name or native name, 2 to 100 characters (Supporter and above).
                 * @example southern
                 */
                q?: string;
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, region_id, wikiDataId, translations (Supporter and above). */
                fields?: string;
                /** @description Comma-separated sort keys, each `field` or `field:asc|desc`. Sortable: id, name, region_id (Supporter and above). */
                sort?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Region id.
                 * @example 4
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Subregion"] | components["schemas"]["SubregionFields"])[];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    SubregionDetails: {
        parameters: {
            query?: {
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, region_id, wikiDataId, translations (Supporter and above). */
                fields?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Subregion id.
                 * @example 16
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subregion"] | components["schemas"]["SubregionFields"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CountriesOfSubregion: {
        parameters: {
            query?: {
                /**
                 * @description A literal, case-insensitive part of the name or native name, 2 to 100 characters (Supporter and above).
                 * @example andorra
                 */
                q?: string;
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: id, name, iso2, iso3, phonecode, capital, currency, native, emoji, latitude, longitude, region, region_id, subregion, subregion_id, timezones, numeric_code, currency_name, currency_symbol, tld, nationality, population, gdp, area_sq_km, postal_code_format, postal_code_regex, emojiU, translations, wikiDataId (Supporter and above). */
                fields?: string;
                /** @description Comma-separated sort keys, each `field` or `field:asc|desc`. Sortable: id, name, iso2, iso3, region, population, gdp, area_sq_km, latitude, longitude (Supporter and above). */
                sort?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Subregion id.
                 * @example 16
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Country"] | components["schemas"]["CountryFields"])[];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Currencies: {
        parameters: {
            query?: {
                /**
                 * @description Only countries with this currency: ISO 4217 code, in any case.
                 * @example EUR
                 */
                code?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountryCurrency"][];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CountryCurrency: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description ISO 3166-1 alpha-2 code, alpha-3 code, or numeric country id; codes in any case.
                 * @example AD
                 */
                ciso: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountryCurrency"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    DialCodes: {
        parameters: {
            query?: {
                /**
                 * @description Only countries with this dial code: 1 to 4 digits, with or without `+`, leading zeros ignored.
                 * @example 376
                 */
                code?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DialCode"][];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ParsePhoneNumber: {
        parameters: {
            query: {
                /**
                 * @description Number in E.164 format: `+` (also unencoded) and 5 to 15 digits; blanks, `-`, `.`, `(` and `)` are ignored.
                 * @example +14155552671
                 */
                number: string;
            };
            header?: {
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CountryDialCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description ISO 3166-1 alpha-2 code, alpha-3 code, or numeric country id; codes in any case.
                 * @example BB
                 */
                ciso: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DialCode"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    IsoCountry: {
        parameters: {
            query?: {
                /**
                 * @description ISO 3166-1 alpha-2 code. Give exactly one of iso2, iso3, numeric.
                 * @example AD
                 */
                iso2?: string;
                /** @description ISO 3166-1 alpha-3 code. Give exactly one of iso2, iso3, numeric. */
                iso3?: string;
                /** @description ISO 3166-1 numeric code, leading zeros or not. Give exactly one of iso2, iso3, numeric. */
                numeric?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountryLookup"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ConvertCountryCode: {
        parameters: {
            query: {
                /**
                 * @description The form of `value`.
                 * @example iso2
                 */
                from: "iso2" | "iso3" | "numeric";
                /**
                 * @description The form to convert into; another one than `from`.
                 * @example numeric
                 */
                to: "iso2" | "iso3" | "numeric";
                /**
                 * @description The code to convert, in the form that `from` names; letters in any case.
                 * @example AD
                 */
                value: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountryCodeConversion"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    IsoState: {
        parameters: {
            query: {
                /**
                 * @description ISO 3166-2 code: two letters, hyphen, one to three letters or digits; in any case.
                 * @example AD-07
                 */
                iso: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StateLookup"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    TimeZoneOfCountry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description ISO 3166-1 alpha-2 code, alpha-3 code, or numeric country id; codes in any case.
                 * @example AD
                 */
                ciso: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeZone"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    TimeZoneOfState: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description ISO 3166-1 alpha-2 code, alpha-3 code, or numeric country id; codes in any case.
                 * @example AD
                 */
                ciso: string;
                /**
                 * @description State code without the country prefix, in any case.
                 * @example 07
                 */
                state: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeZone"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    TimeZoneOfCity: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description ISO 3166-1 alpha-2 code, alpha-3 code, or numeric country id; codes in any case.
                 * @example AD
                 */
                ciso: string;
                /**
                 * @description State code without the country prefix, in any case.
                 * @example 07
                 */
                state: string;
                /**
                 * @description Id of a city of the state.
                 * @example 1
                 */
                city_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeZone"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    FuzzySearch: {
        parameters: {
            query: {
                /**
                 * @description What to search for: 2 to 100 characters, in any case and script.
                 * @example Andora la Vela
                 */
                q: string;
                /** @description What to search. */
                type?: "city" | "state" | "country";
                /**
                 * @description Only results of this country: ISO 3166-1 alpha-2 code, in any case. Not with `type=country`.
                 * @example AD
                 */
                country?: string;
                /** @description How many results at most. */
                limit?: number;
                /** @description The lowest similarity of a result. */
                threshold?: number;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["CityMatch"] | components["schemas"]["StateMatch"] | components["schemas"]["CountryMatch"])[];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    SuggestPlaces: {
        parameters: {
            query: {
                /**
                 * @description What was typed so far: 1 to 100 characters, in any case and script; `Paris, TX` says where it lies.
                 * @example Andorre-la-Vieille
                 */
                q: string;
                /** @description Only places of these types, comma-separated: city, state, country. */
                type?: string;
                /** @description Only places of these countries: ISO 3166-1 alpha-2 codes in any case, comma-separated. */
                country?: string;
                /** @description A point, `lat,lng` in degrees: places near it gain. */
                near?: string;
                /** @description Language of names and labels, BCP 47; English where the data has none in it. */
                lang?: string;
                /** @description How many places at most. */
                limit?: number;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceSuggestion"][];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    PlacesNear: {
        parameters: {
            query: {
                /**
                 * @description Latitude in degrees.
                 * @example 42.5
                 */
                lat: number;
                /**
                 * @description Longitude in degrees.
                 * @example 1.5
                 */
                lng: number;
                /** @description How far, in kilometres. */
                radius_km?: number;
                /** @description What kind of places. */
                type?: "city" | "state" | "country";
                /** @description Only places of these countries: ISO 3166-1 alpha-2 codes in any case, comma-separated. */
                country?: string;
                /** @description Only places of so many inhabitants or more. */
                min_population?: number;
                /** @description How many places at most. */
                limit?: number;
                /** @description Comma-separated names of the fields to return; `id` always is. Valid: those of the record of the type that is asked for; `distance_km` always is there (Supporter and above). */
                fields?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["CityNear"] | components["schemas"]["CityNearFields"] | components["schemas"]["StateNear"] | components["schemas"]["StateNearFields"] | components["schemas"]["CountryNear"] | components["schemas"]["CountryNearFields"])[];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    LocatePoint: {
        parameters: {
            query: {
                /**
                 * @description Latitude in degrees.
                 * @example 42.5
                 */
                lat: number;
                /**
                 * @description Longitude in degrees.
                 * @example 1.5
                 */
                lng: number;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Location"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CheckPlace: {
        parameters: {
            query?: {
                /**
                 * @description Name of a country in any language, or its ISO 3166-1 code (two or three letters, or three digits).
                 * @example JP
                 */
                country?: string;
                /** @description Name of a state in any language, or its code. */
                state?: string;
                /** @description Name of a city in any language. */
                city?: string;
                /** @description Postal code. */
                postcode?: string;
                /** @description Number in E.164 format: `+` (also unencoded) and 5 to 15 digits; blanks, `-`, `.`, `(` and `)` are ignored. */
                phone?: string;
                /** @description IANA time zone. */
                timezone?: string;
                /**
                 * @description ISO 4217 code, in any case.
                 * @example USD
                 */
                currency?: string;
                /** @description Latitude in degrees; only with `lng`. */
                lat?: number;
                /** @description Longitude in degrees; only with `lat`. */
                lng?: number;
            };
            header?: {
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceCheck"];
                };
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    AddressForm: {
        parameters: {
            query?: {
                /** @description Language of names and labels, BCP 47; English where the data has none in it. */
                lang?: string;
            };
            header?: {
                /** @description Entity tags of answers that you have; the answer is 304 without a body when one of them still holds. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description ISO 3166-1 alpha-2 code, alpha-3 code, or numeric country id; codes in any case.
                 * @example JP
                 */
                ciso: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressForm"];
                };
            };
            /** @description Nothing changed since the entity tag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter breaks its rule, or the request is malformed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description There is no such record, or it lacks what was asked for. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ReconcileRows: {
        parameters: {
            query?: {
                /** @description Alternatives a row, for a body of lines; beside the rows it stands in the body. */
                limit?: number;
            };
            header?: {
                /** @description A name for this request, 1 to 128 letters, digits or `._:-`; the answer repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1000 rows, 50000 values and 1000000 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rows": [
                 *         {
                 *           "country": "Andora",
                 *           "city": "Andorra la vella"
                 *         }
                 *       ],
                 *       "limit": 2
                 *     }
                 */
                "application/json": {
                    rows: {
                        /** @description Name of a country in any language, or its ISO 3166-1 code. */
                        country?: string;
                        /** @description Name of a state in any language, or its code. */
                        state?: string;
                        /** @description Name of a city in any language; may go on with where it lies: "Paris, TX". */
                        city?: string;
                        /** @description Postal code: places where it belongs fit better. */
                        postcode?: string;
                        /** @description Latitude: cities near the point fit better; alone it is answered with what lies there. */
                        lat?: number;
                        /** @description Longitude. */
                        lng?: number;
                        /** @description BCP 47: the language of the names in the answer. */
                        lang?: string;
                    }[];
                    /** @default 5 */
                    limit?: number;
                };
                "application/x-ndjson": {
                    /** @description Name of a country in any language, or its ISO 3166-1 code. */
                    country?: string;
                    /** @description Name of a state in any language, or its code. */
                    state?: string;
                    /** @description Name of a city in any language; may go on with where it lies: "Paris, TX". */
                    city?: string;
                    /** @description Postal code: places where it belongs fit better. */
                    postcode?: string;
                    /** @description Latitude: cities near the point fit better; alone it is answered with what lies there. */
                    lat?: number;
                    /** @description Longitude. */
                    lng?: number;
                    /** @description BCP 47: the language of the names in the answer. */
                    lang?: string;
                };
            };
        };
        responses: {
            /** @description The rows, in the order in which they were sent. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "country": {
                     *           "id": 6,
                     *           "name": "Andorra",
                     *           "score": 0.9,
                     *           "verdict": "alias",
                     *           "contradiction": null
                     *         },
                     *         "state": {
                     *           "id": 488,
                     *           "name": "Andorra la Vella",
                     *           "score": null,
                     *           "verdict": null,
                     *           "contradiction": null
                     *         },
                     *         "city": {
                     *           "id": 1,
                     *           "name": "Andorra la Vella",
                     *           "score": 0.97,
                     *           "verdict": "folded",
                     *           "contradiction": null
                     *         },
                     *         "alternatives": [],
                     *         "error": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ReconciledRow"][];
                    "application/x-ndjson": components["schemas"]["ReconciledRow"];
                };
            };
            /** @description The body is not what the operation takes. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Invalid request body: rows: must be an array"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The plan of the caller is too low. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This feature is not available on your current plan.",
                     *       "feature": "reconcile",
                     *       "upgradeUrl": "https://example.com/pricing"
                     *     }
                     */
                    "application/json": components["schemas"]["PlanError"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body has more bytes than that. */
            413: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Request body too large."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is of another kind. */
            415: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "X-SVCAPI-Plan": components["headers"]["X-SVCAPI-Plan"];
                    "X-SVCAPI-Daily-Used": components["headers"]["X-SVCAPI-Daily-Used"];
                    "X-SVCAPI-Daily-Limit": components["headers"]["X-SVCAPI-Daily-Limit"];
                    "X-SVCAPI-Monthly-Used": components["headers"]["X-SVCAPI-Monthly-Used"];
                    "X-SVCAPI-Monthly-Limit": components["headers"]["X-SVCAPI-Monthly-Limit"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "A request body is application/json or application/x-ndjson, in UTF-8 and not compressed."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
