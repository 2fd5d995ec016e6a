/** What other slices' pages and rules may take from admin: fit for a browser. */

