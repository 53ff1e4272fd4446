# An image of mimeo. The first stage builds it with Swift; the second has only the libraries that it needs. Scripts/platforms runs these
# steps without Docker.
#
#   docker build --tag mimeo .
#   docker run --rm mimeo --version
#
# For a program of your own, install the packages that Docs/Guides/Platforms.md lists for the products you use.
FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends pkg-config libxml2-dev zlib1g-dev libbrotli-dev libzstd-dev libpng-dev \
        libjpeg-dev libgif-dev libtiff-dev libwebp-dev libcurl4-openssl-dev libssl-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# Swift's libraries are linked statically, so the second stage does not need Swift.
RUN swift build --configuration release --static-swift-stdlib --product mimeo \
    && install -D "$(swift build --configuration release --static-swift-stdlib --show-bin-path)/mimeo" /out/mimeo

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates libxml2 zlib1g libbrotli1 libzstd1 libpng16-16 \
        libjpeg62-turbo libgif7 libtiff6 libwebp7 libcurl4 libssl3 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/mimeo /usr/local/bin/mimeo
USER nobody
ENTRYPOINT ["mimeo"]
