import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Every route is in the first manifest: the map is small, and a link never waits for a second request.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
