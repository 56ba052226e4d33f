// How a part of the application is fetched when somebody first turns to it. The application says how at its start: what to do when a
// part does not arrive is its matter, and these rooms ask no server.
export const parts: { fetch<Part>(load: () => Promise<Part>): Promise<Part> } = { fetch: (load) => load() }
