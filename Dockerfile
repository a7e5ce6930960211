# The app in a container, with the same two commands as outside it: `make run`, and `make test` if you like.
# docs/deploy.md says how to start it: it serves the network, so it wants sign-in, or to be told that it needs none.
FROM python:3.12-slim

RUN apt-get update && apt-get install -y --no-install-recommends make && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 explorer \
    && mkdir /app /data && chown explorer:explorer /app /data
USER explorer
WORKDIR /app

# The packages first: they change less often than the code.
COPY --chown=explorer:explorer Makefile requirements.txt ./
RUN make .venv/runtime
COPY --chown=explorer:explorer . .

# A container is reached through its network address; who may come in is what the app asks when it starts.
ENV STREAMLIT_SERVER_ADDRESS=0.0.0.0 CXR_HOME=/data
VOLUME /data
EXPOSE 8501
HEALTHCHECK --start-period=60s CMD .venv/bin/python -c "import urllib.request; urllib.request.urlopen( \
    'http://localhost:8501/${STREAMLIT_SERVER_BASE_URL_PATH:+$STREAMLIT_SERVER_BASE_URL_PATH/}_stcore/health')"
CMD ["make", "run"]
