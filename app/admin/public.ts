/** The public API of admin for other slices' pages and rules. Safe for the browser. */

