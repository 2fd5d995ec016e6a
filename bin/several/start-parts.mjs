import { join } from 'node:path'

/** etcd, in which the Patronis agree on who is the primary. Returns the address of its health. */
export function startEtcd({ folder, port, env }, processes) {
  const clients = `http://127.0.0.1:${port.etcd}`
  const peers = `http://127.0.0.1:${port.peer}`
  processes.run('etcd', 'etcd', [], {
    ...env,
    ETCD_DATA_DIR: join(folder, 'etcd'),
    ETCD_ENABLE_V2: 'true',
    ETCD_NAME: 'one',
    ETCD_LISTEN_CLIENT_URLS: clients,
    ETCD_ADVERTISE_CLIENT_URLS: clients,
    ETCD_LISTEN_PEER_URLS: peers,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peers,
    ETCD_INITIAL_CLUSTER: `one=${peers}`,
  })
  return `${clients}/health`
}

/** HAProxy, in front of the databases and of the product. */
export function startProxy({ folder, port, databases, env }, processes) {
  const bind = (at) => `127.0.0.1:${at}`
  processes.run('haproxy', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {
    ...env,
    PRIMARY_BIND: bind(port.primary),
    PRODUCT_BIND: bind(port.product),
    ...Object.fromEntries(
      databases.flatMap((each) => [
        [`DATABASE_${each.name.toUpperCase()}`, bind(each.port)],
        [`PATRONI_PORT_${each.name.toUpperCase()}`, String(each.patroni)],
      ]),
    ),
    PRODUCT_ONE: bind(port.one),
    PRODUCT_TWO: bind(port.two),
  })
}

/** One of the two processes of the product. Returns the address that says when it is ready. */
export function startProduct(name, { folder, port, origin, passwords }, processes) {
  processes.runProduct(`product-${name}`, {
    ...process.env,
    MODE: 'production',
    HOST: '127.0.0.1',
    PORT: String(port[name]),
    ORIGIN: origin,
    DATABASE_URL: `postgresql://kvartera_login:${passwords.login}@127.0.0.1:${port.primary}/kvartera`,
    DATABASE_OWNER_URL: `postgresql://kvartera_owner:${passwords.owner}@127.0.0.1:${port.primary}/kvartera`,
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: join(folder, `product-${name}`),
    AUTH_SECRET: passwords.owner + passwords.login,
    MAIL_ADAPTER: 'outbox',
    SMS_ADAPTER: 'outbox',
    PUSH_ADAPTER: 'outbox',
    WEB_PROCESSES: '1',
    OPERATOR_NAME: 'Prov AB',
    OPERATOR_ORG_NUMBER: '559999-0008',
    OPERATOR_ADDRESS: 'Provgatan 1, 125 40 Älvsjö',
    OPERATOR_VAT_NUMBER: 'SE559999000801',
    OPERATOR_SWISH: '123 118 11 89',
  })
  return readyAt(port[name])
}

export const readyAt = (port) => `http://127.0.0.1:${port}/halsa/redo`
