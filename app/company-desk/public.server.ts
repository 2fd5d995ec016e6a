/** The public interface of company-desk for other slices. */
export { companyBulk } from './bulk-companies.server'
