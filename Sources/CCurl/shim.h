// The system's libcurl. Its include path comes from pkg-config (libcurl).
//
// curl_easy_setopt and its relatives take any number of arguments, which Swift cannot call: each kind of argument has a
// function here.
#ifndef MIMEOGRAPH_CCURL_SHIM_H
#define MIMEOGRAPH_CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>
#include <stdint.h>

static inline CURLcode mimeograph_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode mimeograph_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode mimeograph_curl_set_offset(CURL *handle, CURLoption option, int64_t value) {
    return curl_easy_setopt(handle, option, (curl_off_t)value);
}

#endif
