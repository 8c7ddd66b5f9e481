/** Whether this browser can call. WebKitGTK and iPhones in Lockdown Mode have no RTCPeerConnection. */
export const canCall = (): boolean => typeof RTCPeerConnection === 'function'
