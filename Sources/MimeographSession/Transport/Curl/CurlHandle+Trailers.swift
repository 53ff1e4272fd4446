#if os(Linux)
    import CCurl

    extension CurlHandle {
        /// Makes libcurl request the trailers after the last chunk of the body. It writes trailers only after chunks of HTTP/1.1.
        ///
        /// Source: CURLOPT_TRAILERFUNCTION(3).
        ///
        /// - Parameter context: The transfer.
        func setTrailers(_ context: UnsafeMutableRawPointer) {
            // SAFETY: the loop holds the transfer until it has removed the handle.
            record(unsafe mimeograph_curl_set_pointer(pointer, CURLOPT_TRAILERDATA, context))
            record(unsafe mimeograph_curl_set_trailer_callback(pointer, Self.makeTrailers))
        }

        private static let makeTrailers: mimeograph_curl_trailer_callback = { list, context in
            guard let list = unsafe list, let context = unsafe context else { return CURL_TRAILERFUNC_ABORT }
            // SAFETY: the context is the transfer. The texts are copied into a list that libcurl frees in any case.
            let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            guard let lines = transfer.trailerLines() else { return CURL_TRAILERFUNC_ABORT }
            for line in lines {
                guard let longer = unsafe line.withFieldLine({ unsafe curl_slist_append(list.pointee, $0) }) else {
                    return CURL_TRAILERFUNC_ABORT
                }
                unsafe list.pointee = longer
            }
            return CURL_TRAILERFUNC_OK
        }
    }
#endif
