/** What other slices may use of directory. */
export { readActivePartners, readNeighbourCompanies, readSafetyPartners } from './read-directory.server'
