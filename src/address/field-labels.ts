/** What the fields of an address are called, by what the country calls them. */

/** In the order of the columns below; what is not in them is labelled in English. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'ja', 'pt'];

// biome-ignore format: a table reads better with one row a line
const LABELS: Readonly<Record<string, readonly string[]>> = {
  name: ['Name', 'Name', 'Nombre', 'Nom', 'Nome', '氏名', 'Nome'],
  organization: ['Organization', 'Organisation', 'Organización', 'Organisation', 'Organizzazione', '組織', 'Organização'],
  address: ['Address', 'Adresse', 'Dirección', 'Adresse', 'Indirizzo', '住所', 'Endereço'],
  sorting_code: ['Sorting code', 'Sortiercode', 'Código de clasificación', 'Code CEDEX', 'Codice di smistamento', '仕分けコード', 'Código de triagem'],
  area: ['Area', 'Gebiet', 'Área', 'Zone', 'Area', '地域', 'Área'],
  county: ['County', 'County', 'Condado', 'Comté', 'Contea', '郡', 'Condado'],
  department: ['Department', 'Departamento', 'Departamento', 'Département', 'Dipartimento', '県', 'Departamento'],
  district: ['District', 'Bezirk', 'Distrito', 'District', 'Distretto', '地区', 'Distrito'],
  do_si: ['Do/Si', 'Do/Si', 'Do/Si', 'Do/Si', 'Do/Si', '道/市', 'Do/Si'],
  emirate: ['Emirate', 'Emirat', 'Emirato', 'Émirat', 'Emirato', '首長国', 'Emirado'],
  island: ['Island', 'Insel', 'Isla', 'Île', 'Isola', '島', 'Ilha'],
  oblast: ['Oblast', 'Oblast', 'Óblast', 'Oblast', 'Oblast', '州', 'Oblast'],
  parish: ['Parish', 'Parish', 'Parroquia', 'Paroisse', 'Parrocchia', '行政教区', 'Paróquia'],
  prefecture: ['Prefecture', 'Präfektur', 'Prefectura', 'Préfecture', 'Prefettura', '都道府県', 'Prefeitura'],
  province: ['Province', 'Provinz', 'Provincia', 'Province', 'Provincia', '州', 'Província'],
  state: ['State', 'Bundesstaat', 'Estado', 'État', 'Stato', '州', 'Estado'],
  city: ['City', 'Ort', 'Ciudad', 'Ville', 'Città', '市区町村', 'Cidade'],
  post_town: ['Post town', 'Postort', 'Localidad postal', 'Ville postale', 'Località postale', '郵便町', 'Localidade postal'],
  suburb: ['Suburb', 'Ortsteil', 'Barrio', 'Quartier', 'Frazione', '町名', 'Bairro'],
  neighborhood: ['Neighborhood', 'Viertel', 'Colonia', 'Quartier', 'Quartiere', '町名', 'Bairro'],
  village_township: ['Village/township', 'Dorf/Gemeinde', 'Pueblo/municipio', 'Village/canton', 'Villaggio/comune', '村/町', 'Vila/município'],
  townland: ['Townland', 'Townland', 'Townland', 'Townland', 'Townland', 'タウンランド', 'Townland'],
  postal: ['Postal code', 'Postleitzahl', 'Código postal', 'Code postal', 'Codice postale', '郵便番号', 'Código postal'],
  zip: ['ZIP code', 'ZIP-Code', 'Código ZIP', 'Code ZIP', 'CAP (ZIP)', '郵便番号', 'CEP (ZIP)'],
  pin: ['PIN code', 'PIN-Code', 'Código PIN', 'Code PIN', 'Codice PIN', '郵便番号 (PIN)', 'Código PIN'],
  eircode: ['Eircode', 'Eircode', 'Eircode', 'Eircode', 'Eircode', 'Eircode', 'Eircode'],
};

/** The language of the labels for a BCP 47 tag: its own, or English. */
export function labelLanguage(tag: string | undefined): string {
  const language = tag?.toLowerCase().split('-', 1)[0];
  return language !== undefined && LANGUAGES.includes(language) ? language : 'en';
}

/** `language` is one that {@link labelLanguage} gave. */
export function fieldLabel(key: string, language: string): string {
  const labels = LABELS[key];
  return labels?.[LANGUAGES.indexOf(language)] ?? labels?.[0] ?? key;
}
