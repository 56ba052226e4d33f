/** Whether another page shows this one within its own. Its cookie is then one that browsers send there. */
export const isFramed = (): boolean => globalThis.self !== globalThis.top
