#!/bin/sh
exec "${PYTHON:-python}" -u broken.py
