import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'

/**
 * Loads the code of the map and of its worker, so that the service worker stores both for a start without the server.
 */
export async function loadMapCode(): Promise<void> {
  await Promise.all([import('./map-canvas.tsx'), fetch(workerUrl)])
}
