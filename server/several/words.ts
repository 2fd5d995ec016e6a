/** IPC messages between the web processes on a port and their parent. */
export type FromOne<Figures = unknown> =
  | { kind: 'open'; logins: Login[] }
  | { kind: 'figures are asked for'; id: number }
  | { kind: 'own figures'; id: number; figures: Figures }

export type ToOne<Figures = unknown> =
  | { kind: 'say your figures'; id: number }
  | { kind: 'figures of all'; id: number; all: Figures[] }

export type Login = { who: string; email: string; password: string }
