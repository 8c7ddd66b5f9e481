# The image of the server. Node is that of the lockfile: the build needs npm and any Node from 18 on, the server a Debian alone.
ARG BUILD_BASE=node:24-bookworm-slim
ARG BASE=debian:bookworm-slim

FROM ${BUILD_BASE} AS build
WORKDIR /noroshi
COPY . .
RUN node scripts/bootstrap.mjs --web && npm prune --omit=dev --no-audit --no-fund

FROM ${BASE}
RUN useradd --system --user-group --no-create-home --shell /usr/sbin/nologin noroshi \
  && install --directory --owner=noroshi --group=noroshi /data
WORKDIR /noroshi
COPY --from=build /noroshi/package.json ./
COPY --from=build /noroshi/node_modules node_modules
COPY --from=build /noroshi/contract contract
COPY --from=build /noroshi/server server
COPY --from=build /noroshi/speech speech
COPY --from=build /noroshi/basemap/basemap.pmtiles basemap/
COPY --from=build /noroshi/web/dist web/dist
ENV DATA_DIR=/data
USER noroshi
VOLUME /data
EXPOSE 3000 3443
CMD ["node_modules/.bin/node", "server/src/main.ts"]
