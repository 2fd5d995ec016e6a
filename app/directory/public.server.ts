/** What other slices may use of the directory on the server. */
export { readActivePartners, readNeighbourCompanies, readOwnCard, readSafetyPartners } from './read-directory.server'
