/** What other slices may use of directory. */
export { readActivePartners, readNeighbourCompanies, readOwnCard, readSafetyPartners } from './read-directory.server'
