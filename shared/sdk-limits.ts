// How long a request to a service of Amazon may take. Its library waits for ever where nobody says otherwise, and a function that
// waits so is ended with all that it had in hand.

/**
 * A first packet that is lost is sent again after one second (RFC 6298). A shorter limit, or that very second, would give up just before;
 * and it would take a process that was kept from its work for a second for a service that is not there.
 */
const CONNECT_MS = 3000

/**
 * Of each try. `seconds` until an answer begins, `silentSeconds` of silence within it; a try that is over is made again like any other that
 * failed.
 */
export const sdkLimits = (seconds: number, silentSeconds = seconds) => ({
  requestHandler: {
    connectionTimeout: CONNECT_MS,
    requestTimeout: seconds * 1000,
    socketTimeout: silentSeconds * 1000,
    throwOnRequestTimeout: true,
  },
})

/** Five tries of the table are over before a call is (29 s); an answer takes it some milliseconds. */
export const TABLE_SECONDS = 4
/** Three tries are over before a call is, also of a part of a file. */
export const SERVICE_SECONDS = 8
/** Who reads a file works on what came before it asks for more, and the file is silent meanwhile. */
export const READING_SECONDS = 60
