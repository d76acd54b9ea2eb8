# The service alone: its packages and sources on a slim Node.js, run by a user without rights on a root that may be read-only.
#   docker build -t geo .
#   docker run --read-only --tmpfs /tmp -v geo-data:/data -p 4000:4000 geo
#   docker exec CONTAINER geo keys create --plan starter
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
RUN npm ci --omit=dev --no-progress

# The modules put together, so that a start takes half as long.
FROM packages AS build
COPY tools/build tools/build
RUN npm ci --prefix tools/build --no-progress
COPY bin bin
COPY generated generated
COPY migrations migrations
COPY src src
RUN node tools/build/build.ts

FROM node:24-bookworm-slim
# What installs and builds has no place where only the service runs.
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
      /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
    && printf '#!/bin/sh\nexec node /app/dist/geo.js "$@"\n' >/usr/local/bin/geo && chmod 0755 /usr/local/bin/geo \
    && install -d -o node -g node -m 0700 /data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE NOTICE ./
COPY bin bin
COPY client client
COPY generated generated
COPY migrations migrations
COPY src src
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 HEALTH_PORT=4001 DATA_DIR=/data
# glibc gives back what is free: 200 MB after the indexes were built (docs/operate.md, "Sizing").
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
USER node
VOLUME /data
EXPOSE 4000 4001
# Whether the process lives; whether it should get requests is for the balancer to ask (/readyz on the same port). Set another port by
# the environment: a flag of `serve` is not seen here.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.GEO_HEALTH_PORT || process.env.HEALTH_PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Longer than SHUTDOWN_SECONDS: `docker stop --time 20`.
STOPSIGNAL SIGTERM
# Half of the garbage that V8 lets gather: 80 MB less, in the same processor time.
ENTRYPOINT ["node", "--max-semi-space-size=16", "/app/dist/geo.js"]
CMD ["serve"]
