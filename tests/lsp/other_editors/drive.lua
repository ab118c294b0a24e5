-- Runs the snippet of docs/EDITORS.md in Neovim without a screen: snippet and log come in the environment.
if not vim.lsp.start then -- before 0.8
  vim.g.do_filetype_lua = 1
  vim.lsp.start = function(config, options)
    local id = vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(options.bufnr, id)
    return id
  end
end
dofile(vim.env.SNIPPET)
vim.cmd("filetype on")
vim.cmd("edit " .. vim.env.LOG)
vim.wait(60000, function()
  for _, client in pairs(vim.lsp.buf_get_clients(0)) do
    if client.initialized then return true end
  end
end, 50)
vim.cmd("Rootrank")
vim.wait(60000, function() return vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]:find("✗") ~= nil end, 50)
io.stdout:write(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"))
vim.cmd("qa!")
