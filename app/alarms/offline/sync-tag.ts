/** Under this name the browser is asked to wake the service worker when the line is back. */
export const SYNC_TAG = 'alarms'
