import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the product, grouped by slice. Link to them with `href()`, so that a wrong one does not compile. */
export default [
  layout('shell/pages/public-frame.tsx', [
    index('shell/pages/landing.tsx'),
    route('villkor', 'shell/pages/terms.tsx'),
    route('integritet', 'shell/pages/privacy.tsx'),
    route('vad-konceptet-sparar', 'savings/pages/savings.tsx'),
    route('companies', 'companies/pages/directory.tsx'),
    route('company/:id', 'companies/pages/company-profile.tsx'),
    route('security', 'companies/pages/safety.tsx'),
    route('sponsor/apply', 'sponsorship/pages/sponsor-apply.tsx'),
    route('season/apply', 'sponsorship/pages/season-apply.tsx'),

    ...prefix('auth', [
      index('accounts/pages/log-in.tsx'),
      route('second-factor', 'accounts/pages/second-factor.tsx'),
      route('recover', 'accounts/pages/recover.tsx'),
      route('reset', 'accounts/pages/reset.tsx'),
      route('verify', 'accounts/pages/verify.tsx'),
    ]),
    route('signup', 'accounts/pages/sign-up.tsx'),
    route('*', 'shell/pages/not-found.tsx'),
  ]),

  route('dashboard', 'shell/pages/dashboard-home.tsx'),
  layout('shell/pages/dashboard-frame.tsx', [
    ...prefix('dashboard', [
      route('customer', 'shell/pages/member-overview.tsx'),
      route('customer/ambassador', 'membership/pages/ambassador.tsx'),
      route('provider', 'shell/pages/company-overview.tsx'),
      ...prefix('provider', [
        route('company', 'companies/pages/own-company.tsx'),
        route('company/hours', 'companies/pages/own-hours.tsx'),
        route('company/logo', 'companies/pages/own-logo.tsx'),
        route('services', 'companies/pages/own-services.tsx'),
        route('services/new', 'companies/pages/new-service.tsx'),
        route('services/:id', 'companies/pages/edit-service.tsx'),
        route('offers', 'companies/pages/own-offers.tsx'),
      ]),
      route('provider/package', 'sponsorship/pages/package.tsx'),
      ...prefix('account', [
        index('accounts/pages/profile.tsx'),
        route('security', 'accounts/pages/account-security.tsx'),
        route('data', 'accounts/pages/account-data.tsx'),
      ]),
      ...prefix('admin', [
        index('admin/pages/overview.tsx'),
        route('companies', 'companies/pages/admin-companies.tsx'),
        route('companies/:id', 'companies/pages/admin-company.tsx'),
        route('outbox', 'notifications/pages/outbox.tsx'),
        route('messages', 'contact/pages/contact-messages.tsx'),
      ]),
    ]),
  ]),

  route('logout', 'accounts/pages/log-out.ts'),
  route('session', 'accounts/pages/session.ts'),
  route('dashboard/account/export', 'accounts/pages/export.ts'),
  route('api/token', 'accounts/pages/token.ts'),
  route('.well-known/jwks.json', 'accounts/pages/public-keys.ts'),
  route('sitemap.xml', 'shell/pages/sitemap.ts'),
  route('robots.txt', 'shell/pages/robots.ts'),
  route('og/company/:id.png', 'companies/pages/share-picture.ts'),
  route('ui', 'shell/pages/ui-catalogue.tsx'),
] satisfies RouteConfig
