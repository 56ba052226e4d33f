import { AsyncLocalStorage } from 'node:async_hooks'

/** Which function is at work, as far as one process can tell: on AWS each is alone and has rights of its own. */
export type Running = { kind: 'api' | 'jobs' | 'schedules' | 'hooks'; name: string }

export const running = new AsyncLocalStorage<Running>()
