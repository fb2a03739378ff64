/** The shortest and the longest text to search for, in characters (rules 4.10). They are in the first load, which folds nothing. */
export const QUERY_MIN = 2
export const QUERY_MAX = 200
