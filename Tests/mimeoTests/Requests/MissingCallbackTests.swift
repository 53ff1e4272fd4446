#if os(Linux)
    import Foundation
    import TestServers
    import TestSupport
    import Testing

    @testable import mimeo

    private let compiler = ["/usr/bin/cc", "/usr/bin/clang", "/usr/local/bin/clang"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The tool must send nothing if OpenSSL or libcurl does not ask the policy. A library that is loaded first can cause this.
    @Suite(
        .needsTLSServer,
        .enabled(if: compiler != nil, "no compiler of C is here"),
        .within(minutes: 10),
        .serialized
    )
    struct MissingCallbackTests {
        /// Replacements for the functions that install a callback. They do nothing, or pass on all calls but one.
        static let omissions: [(name: String, source: String)] = [
            ("nothing", "int mimeograph_omits_nothing;"),
            (
                "the evaluation of certificates",
                "void SSL_CTX_set_cert_verify_callback(void *context, void *callback, void *argument) {}"
            ),
            (
                "the stapled status",
                """
                #define _GNU_SOURCE
                #include <dlfcn.h>
                long SSL_CTX_callback_ctrl(void *context, int command, void (*callback)(void)) {
                    if (command == 63) return 1;
                    return ((long (*)(void *, int, void (*)(void)))dlsym(RTLD_NEXT, "SSL_CTX_callback_ctrl"))(context, command, callback);
                }
                """
            ),
            (
                "the question for the stapled status",
                """
                #define _GNU_SOURCE
                #include <dlfcn.h>
                long SSL_CTX_ctrl(void *context, int command, long number, void *argument) {
                    if (command == 65) return 1;
                    return ((long (*)(void *, int, long, void *))dlsym(RTLD_NEXT, "SSL_CTX_ctrl"))(context, command, number, argument);
                }
                """
            ),
            (
                "the preparation of a connection",
                """
                #define _GNU_SOURCE
                #include <dlfcn.h>
                #include <stdarg.h>
                int curl_easy_setopt(void *handle, int option, ...) {
                    va_list arguments;
                    va_start(arguments, option);
                    void *value = va_arg(arguments, void *);
                    va_end(arguments);
                    if (option == 20108) return 0;
                    return ((int (*)(void *, int, ...))dlsym(RTLD_NEXT, "curl_easy_setopt"))(handle, option, value);
                }
                """
            ),
        ]

        @Test(arguments: omissions.indices)
        func nothingIsSentWithoutTheEvaluation(_ index: Int) async throws {
            let (name, source) = Self.omissions[index]
            let compiler = try #require(compiler)
            let servers = try TestServer.ocsp()
            try await RequestServer.withFolder { folder in
                try source.write(toFile: "\(folder)/omit.c", atomically: false, encoding: .utf8)
                let library = "\(folder)/omit.so"
                let made = try ChildProcess.run(
                    compiler,
                    ["-shared", "-fPIC", "-o", library, "\(folder)/omit.c", "-ldl"]
                )
                #expect(made.status == 0)
                for (server, isGood) in [("good", true), ("revoked", false), ("absent", false)] {
                    let words = [
                        "LD_PRELOAD=\(library)", ToolProcess.path, "get", "https://localhost:\(servers.port(server))/",
                        "--proxy",
                        "none", "--stapled-status", "--anchors", "\(servers.path("folder"))/root.pem", "--max-time",
                        "20", "-o",
                        "-",
                    ]
                    let run = try await ToolProcess.run(words, program: "/usr/bin/env")
                    // The server's page describes the connection. Without the page, nothing arrived.
                    let hasAnswer = String(decoding: run.output, as: UTF8.self).contains("Cipher")
                    #expect(hasAnswer == (index == 0 && isGood), "without \(name), of \(server)")
                    #expect((run.status == 0) == hasAnswer, "without \(name), of \(server)")
                }
            }
        }
    }
#endif
