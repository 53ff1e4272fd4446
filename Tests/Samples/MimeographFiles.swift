private let temporaryPath = "upload.body"
