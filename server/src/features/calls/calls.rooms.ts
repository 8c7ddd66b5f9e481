/** The page that takes part in a call. Its user and device follow the session of the socket. */
export const callEndpointRoom = (own: { readonly userId: string; readonly deviceId: string; readonly endpointId: string }) =>
  `call-endpoint:${own.userId}:${own.deviceId}:${own.endpointId}`
