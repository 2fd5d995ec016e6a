import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // No lazy route discovery: the manifest is small, and a link never waits for a second request.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
