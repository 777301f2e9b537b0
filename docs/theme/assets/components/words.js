// What the scripts say, in the language of the site: from lndocs.site.components.words.
export const WORDS = {{ spoken | tojson(indent=2) }};
